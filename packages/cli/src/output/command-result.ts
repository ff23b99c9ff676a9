import type { ExitKind } from './exit-codes.ts';

/** What a command found: data for `--json`, and the same as text for people. */
export interface CommandResult {
  readonly exit: ExitKind;
  /** `undefined` if all that is to be said has been said. */
  readonly data: unknown;
  /** Nothing is printed for an empty text. */
  readonly text: string;
  /** What could be done was done, although the exit code says that not all was: a host that runs is told. */
  readonly isDone?: boolean;
  /** The text is a tool's answer: no line of it is broken. */
  readonly isVerbatim?: boolean;
}

export function succeed(data: unknown, text: string): CommandResult {
  return { exit: 'ok', data, text };
}
