/** Whether a call on a file failed because there is none. */
export function isNoEntry(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
