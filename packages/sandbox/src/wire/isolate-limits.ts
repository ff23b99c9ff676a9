/**
 * The limits that runner and guest read, with the values of an isolate that serves no extension: the
 * one that warms a runner up, and the one the snapshot is taken of. For extensions the host sends all
 * limits that are in force.
 */
export const WARM_UP_LIMITS = {
  heapBytes: 64_000_000,
  loadMs: 1_000,
  cpuMs: 1_000,
  resultBytes: 1_000,
  mediaBytes: 1_000,
  errorChars: 100,
  registrationBytes: 1_000,
  logLinesPerCall: 1,
  hostCallsPerCall: 1,
  hostCallBytes: 1_000,
} as const;

export type IsolateLimits = { readonly [Name in keyof typeof WARM_UP_LIMITS]: number };
