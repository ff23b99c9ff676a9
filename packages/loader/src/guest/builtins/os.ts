export const EOL = '\n';
export const devNull = '/dev/null';

/** Constants that tell nothing of the machine; what does is not here. */
export function platform(): string {
  return 'linux';
}

export function endianness(): string {
  return 'LE';
}

export function tmpdir(): string {
  return '/tmp';
}
