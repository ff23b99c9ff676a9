/** A process that never began, with the code of the system. */
export interface NotStarted {
  readonly kind: 'not_started';
  /** `EMFILE`, `ENOENT` and their like; `UNKNOWN` if the system gave none. */
  readonly code: string;
  /** What it lacked. */
  readonly reason: string;
  readonly message: string;
  /** It lacked descriptors, memory or processes, which may be there later. */
  readonly isTemporary: boolean;
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EMFILE', 'this process has no file descriptors left (ulimit -n)'],
  ['ENFILE', 'the system has no file descriptors left'],
  ['EAGAIN', 'no further process may be started now (ulimit -u)'],
  ['ENOMEM', 'there is not enough memory'],
  ['ENOENT', 'the program, or the folder to start it in, is not there'],
  ['EACCES', 'it may not be run'],
  ['E2BIG', 'its arguments and environment are too long'],
]);
const TEMPORARY: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM', 'ETXTBSY']);

export function describeStartError(program: string, error: unknown): NotStarted {
  const rawCode: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const code = typeof rawCode === 'string' ? rawCode : 'UNKNOWN';
  const reason = REASONS.get(code) ?? (error instanceof Error ? error.message : String(error));
  return {
    ...{ kind: 'not_started', code, reason, isTemporary: TEMPORARY.has(code) },
    message: `${program} could not be started: ${reason} (${code}).`,
  };
}
