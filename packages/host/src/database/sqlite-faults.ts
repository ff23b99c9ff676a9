/** What is wrong with a file that SQLite was asked to use. */
export type FileFault = 'busy' | 'damaged' | 'newer' | 'unusable';

/** A file that a newer program wrote. It is not damaged, and must be left as it is. */
export class NewerFileError extends Error {
  override readonly name = 'NewerFileError';
}

/** A file whose pages contradict each other. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/** By SQLite's primary result code. */
const FAULTS: ReadonlyMap<number, FileFault> = new Map([
  [5, 'busy'],
  [11, 'damaged'],
  [26, 'damaged'],
]);

const FULL = 13;

/** Whether there was no room to write. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && primaryCode(error) === FULL;
}

/** What an error of SQLite or of the file system says about the file. */
export function faultOf(error: unknown): FileFault {
  if (error instanceof NewerFileError) return 'newer';
  if (error instanceof DamagedFileError) return 'damaged';
  const code = error instanceof Error ? primaryCode(error) : undefined;
  return (code === undefined ? undefined : FAULTS.get(code)) ?? 'unusable';
}

/** Extended codes carry the primary one in the low byte. */
function primaryCode(error: Error): number | undefined {
  const code = Reflect.get(error, 'errcode');
  return typeof code === 'number' ? code & 0xff : undefined;
}
