/** Where the runner stands, in memory that its watch thread reads. Layout of the words below. */
export const PULSE_WORDS = 6;
const ENTERED_SEQ = 0;
const ENTERED_CELL = 1;
const LAST_BEGUN = 2;
const ENTRY_COUNT = 3;
const ENTERED_UNTIL = 4;
const PATIENCE_MS = 5;
/** Less than the period of the watch thread. */
const LONG_ENTRY_MS = 30;

/** An entry that begins. */
export interface EntryFacts {
  readonly cell: number;
  /** 0 if it is for no call. */
  readonly seq: number;
  /** Of an entry for several calls, the last one. */
  readonly until: number;
  /** After which the runner stops it, if it can. */
  readonly patienceMs: number;
}

/** Written by the runner's main thread at every entry into a guest: plain stores, no system call. */
export class RunnerPulse {
  readonly #words: Int32Array;
  readonly buffer: SharedArrayBuffer;
  readonly #onCalm: (entry: number) => void;
  #enteredAt = 0;

  /** `onCalm` hears of every entry that lasted long enough to have been reported, as soon as it ends. */
  constructor(onCalm: (entry: number) => void) {
    this.#onCalm = onCalm;
    this.buffer = new SharedArrayBuffer(PULSE_WORDS * Int32Array.BYTES_PER_ELEMENT);
    this.#words = new Int32Array(this.buffer);
  }

  begin(seq: number): void {
    this.#words[LAST_BEGUN] = seq;
  }

  enter({ cell, seq, until, patienceMs }: EntryFacts, now: number): void {
    this.#words[ENTERED_SEQ] = seq;
    this.#words[ENTERED_UNTIL] = until;
    this.#words[PATIENCE_MS] = patienceMs;
    this.#words[ENTRY_COUNT] = ((this.#words[ENTRY_COUNT] ?? 0) + 1) & 0x7fffffff;
    this.#words[ENTERED_CELL] = cell;
    this.#enteredAt = now;
  }

  leave(now: number): void {
    this.#words[ENTERED_CELL] = 0;
    if (now - this.#enteredAt > LONG_ENTRY_MS) this.#onCalm(this.#words[ENTRY_COUNT] ?? 0);
  }
}

/** What the watch thread sees: which entry is in progress, if any. */
export interface PulseReading extends EntryFacts {
  readonly entry: number;
  readonly lastBegun: number;
}

export function readPulse(words: Int32Array): PulseReading {
  return {
    entry: Atomics.load(words, ENTRY_COUNT),
    cell: Atomics.load(words, ENTERED_CELL),
    seq: Atomics.load(words, ENTERED_SEQ),
    until: Atomics.load(words, ENTERED_UNTIL),
    lastBegun: Atomics.load(words, LAST_BEGUN),
    patienceMs: Atomics.load(words, PATIENCE_MS),
  };
}
