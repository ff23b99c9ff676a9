/**
 * Words of memory that the threads of a runner share. Each is a double: numbers of calls only rise
 * and outgrow 32 bits in a day.
 */

/**
 * Entry marks: runner, watch thread and prelude share them during an entry into a guest, so that
 * one that never ends can still be told: which of several calls does not end, which have begun.
 */
export const ENTRY_MARKS = {
  /** Prelude: the call that is in its synchronous part; 0 if none is. */
  currentCall: 0,
  /** Prelude: the last call that was begun; 0 if none was. */
  begunCall: 1,
  /** Watch thread: the entry lasts, no further call may begin in it. */
  stopBeginning: 2,
  /** Prelude: 1 if it said something beside answers that the entry may not have returned. */
  hasWords: 3,
} as const;

/** Heartbeat: where the runner stands, written by its main thread and read by its watch thread. */
export const HEARTBEAT = {
  /** 0 while no guest is entered. */
  isolate: 0,
  /** First call the entry is for; 0 if it is for none. */
  seq: 1,
  /** Of an entry for several calls, the last one. */
  until: 2,
  /** After which the runner stops it, if it can. */
  patienceMs: 3,
  /** Number of the entry. */
  entry: 4,
  /** No call with a higher number has begun. */
  lastBegun: 5,
} as const;

type Words = { readonly [name: string]: number };

/** Memory for the words of a declaration. */
export function shareWords(words: Words): SharedArrayBuffer {
  return new SharedArrayBuffer(Object.keys(words).length * Float64Array.BYTES_PER_ELEMENT);
}

/** All words of a declaration at this moment. */
export function readWords<Declared extends Words>(
  memory: Float64Array,
  words: Declared,
): { readonly [Name in keyof Declared]: number } {
  const values: { [name: string]: number } = {};
  for (const [name, index] of Object.entries(words)) values[name] = memory[index] ?? 0;
  return values as { readonly [Name in keyof Declared]: number };
}
