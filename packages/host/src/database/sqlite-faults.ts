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

/** What an error of SQLite or of the file system says about the file. */
export function faultOf(error: unknown): FileFault {
  if (error instanceof NewerFileError) return 'newer';
  if (error instanceof DamagedFileError) return 'damaged';
  const code = error instanceof Error ? Reflect.get(error, 'errcode') : undefined;
  // Extended codes carry the primary one in the low byte.
  return (typeof code === 'number' ? FAULTS.get(code & 0xff) : undefined) ?? 'unusable';
}
