import { BEGUN_CALL, CURRENT_CALL, MARK_WORDS, STOP_BEGINNING } from '../wire/entry-marks.ts';

/** Where the runner stands, in memory that its watch thread reads. Layout of the words below. */
const HEARTBEAT_WORDS = 6;
const ENTERED_SEQ = 0;
const ENTERED_ISOLATE = 1;
const LAST_BEGUN = 2;
const ENTRY_COUNT = 3;
const ENTERED_UNTIL = 4;
const PATIENCE_MS = 5;
/** Less than the period of the watch thread. */
const LONG_ENTRY_MS = 30;

/** An entry that begins. */
export interface EntryFacts {
  readonly isolate: number;
  /** 0 if it is for no call. */
  readonly seq: number;
  /** Of an entry for several calls, the last one. */
  readonly until: number;
  /** After which the runner stops it, if it can. */
  readonly patienceMs: number;
}

/**
 * Written by the runner's main thread at every entry into a guest: plain stores, no system call.
 * Numbers of calls only rise and outgrow 32 bits in a day, so the words are doubles.
 */
export class RunnerHeartbeat {
  readonly buffer = new SharedArrayBuffer(HEARTBEAT_WORDS * Float64Array.BYTES_PER_ELEMENT);
  /** Given to preludes; nothing else in a guest can reach it. */
  readonly marks = new SharedArrayBuffer(MARK_WORDS * Float64Array.BYTES_PER_ELEMENT);
  readonly #words = new Float64Array(this.buffer);
  readonly #marks = new Float64Array(this.marks);
  readonly #onCalm: (entry: number) => void;
  #enteredAt = 0;

  /** `onCalm` hears of every entry that lasted long enough to have been reported, as soon as it ends. */
  constructor(onCalm: (entry: number) => void) {
    this.#onCalm = onCalm;
  }

  /** Never goes back: a call that waited for its isolate may begin after one with a higher number. */
  begin(seq: number): void {
    this.#words[LAST_BEGUN] = Math.max(this.#words[LAST_BEGUN] ?? 0, seq);
  }

  enter({ isolate, seq, until, patienceMs }: EntryFacts, now: number): void {
    this.#marks[CURRENT_CALL] = 0;
    this.#marks[BEGUN_CALL] = 0;
    this.#marks[STOP_BEGINNING] = 0;
    this.#words[ENTERED_SEQ] = seq;
    this.#words[ENTERED_UNTIL] = until;
    this.#words[PATIENCE_MS] = patienceMs;
    this.#words[ENTRY_COUNT] = (this.#words[ENTRY_COUNT] ?? 0) + 1;
    this.#words[ENTERED_ISOLATE] = isolate;
    this.#enteredAt = now;
  }

  leave(now: number): void {
    this.#words[ENTERED_ISOLATE] = 0;
    if (now - this.#enteredAt > LONG_ENTRY_MS) this.#onCalm(this.#words[ENTRY_COUNT] ?? 0);
  }

  /** Of the last entry: the call that was in its synchronous part when it ended; 0 if none was. */
  get currentCall(): number {
    return this.#marks[CURRENT_CALL] ?? 0;
  }

  /** Of the last entry: the last call that was begun. */
  get begunCall(): number {
    return this.#marks[BEGUN_CALL] ?? 0;
  }
}

/** What the watch thread sees: which entry is in progress, if any. */
export interface HeartbeatReading extends EntryFacts {
  readonly entry: number;
  readonly lastBegun: number;
}

export function readHeartbeat(words: Float64Array): HeartbeatReading {
  return {
    entry: words[ENTRY_COUNT] ?? 0,
    isolate: words[ENTERED_ISOLATE] ?? 0,
    seq: words[ENTERED_SEQ] ?? 0,
    until: words[ENTERED_UNTIL] ?? 0,
    lastBegun: words[LAST_BEGUN] ?? 0,
    patienceMs: Math.round(words[PATIENCE_MS] ?? 0),
  };
}
