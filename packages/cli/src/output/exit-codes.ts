/** Why a command ended, for scripts. One number per kind of failure; never reused. */
export const EXIT_CODES = {
  ok: 0,
  /** A tool call was refused or failed. */
  callFailed: 1,
  /** The command line was wrong. */
  usage: 2,
  /** The configuration is missing or bad. */
  config: 3,
  /** An extension could not be read, built or loaded. */
  extension: 4,
  /** Something about this machine or this folder is not well (`doctor`, `check`). */
  unwell: 5,
  /** A bug of Mortise. */
  internal: 70,
} as const;

export type ExitKind = keyof typeof EXIT_CODES;
