import { MortiseError } from '@mortise/contracts';
import { NewerFileError } from '../database/sqlite-faults.ts';

/** What is said of a place of state that cannot be read or written. */
export function sideFault(place: string, error: unknown): MortiseError {
  if (MortiseError.is(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const code = error instanceof NewerFileError ? 'state_file_newer' : 'state_unreadable';
  return new MortiseError(code, `${place}: ${reason}`, { cause: error });
}
