import { constants } from 'node:os';

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
  return describe(program, code, error instanceof Error ? error.message : String(error));
}

/** The same from an error number of the kernel. */
export function describeErrorNumber(program: string, number: number): NotStarted {
  const [code = 'UNKNOWN'] =
    Object.entries(constants.errno).find(([, each]) => each === number) ?? [];
  return describe(program, code, `error ${number}`);
}

function describe(program: string, code: string, otherwise: string): NotStarted {
  const reason = REASONS.get(code) ?? otherwise;
  return {
    ...{ kind: 'not_started', code, reason, isTemporary: TEMPORARY.has(code) },
    message: `${program} could not be started: ${reason} (${code}).`,
  };
}
