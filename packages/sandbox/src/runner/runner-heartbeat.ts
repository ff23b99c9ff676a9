import { shareKeptAnswers } from '../wire/kept-answers.ts';
import { ENTRY_MARKS, HEARTBEAT, shareWords } from '../wire/shared-words.ts';
import { KeptAnswers } from './kept-answers.ts';

/** Less than the period of the watch thread. */
const LONG_ENTRY_MS = 30;

/** An entry that begins. */
export type EntryFacts = {
  readonly [Name in Exclude<keyof typeof HEARTBEAT, 'entry' | 'lastBegun'>]: number;
};

/** Written by the runner's main thread at every entry into a guest: plain stores, no system call. */
export class RunnerHeartbeat {
  readonly buffer = shareWords(HEARTBEAT);
  /** Given to preludes; nothing else in a guest can reach it. */
  readonly marks = shareWords(ENTRY_MARKS);
  /** Of the entry that runs, or of the last one. */
  readonly answerMemory = shareKeptAnswers();
  readonly answers = new KeptAnswers(this.answerMemory);
  readonly #words = new Float64Array(this.buffer);
  readonly #marks = new Float64Array(this.marks);
  readonly #onCalm: (entry: number) => void;
  #enteredAt = 0;
  #begunBefore = 0;

  /** `onCalm` hears of every entry that lasted long enough to have been reported, as soon as it ends. */
  constructor(onCalm: (entry: number) => void) {
    this.#onCalm = onCalm;
  }

  /** An entry is for calls up to this one; a call that waited for its isolate may begin after one with a higher number. */
  begin(seq: number): void {
    this.#begunBefore = this.#words[HEARTBEAT.lastBegun] ?? 0;
    this.#words[HEARTBEAT.lastBegun] = Math.max(this.#begunBefore, seq);
  }

  /** That entry is over: some of its calls may not have begun. */
  endBeginning(): void {
    this.#words[HEARTBEAT.lastBegun] = Math.max(this.#begunBefore, this.begunCall);
  }

  enter({ isolate, seq, until, patienceMs }: EntryFacts, now: number): void {
    this.#marks[ENTRY_MARKS.currentCall] = 0;
    this.#marks[ENTRY_MARKS.begunCall] = 0;
    this.#marks[ENTRY_MARKS.stopBeginning] = 0;
    this.#marks[ENTRY_MARKS.hasWords] = 0;
    this.#words[HEARTBEAT.seq] = seq;
    this.#words[HEARTBEAT.until] = until;
    this.#words[HEARTBEAT.patienceMs] = patienceMs;
    const entry = (this.#words[HEARTBEAT.entry] ?? 0) + 1;
    this.answers.begin(entry);
    this.#words[HEARTBEAT.entry] = entry;
    this.#words[HEARTBEAT.isolate] = isolate;
    this.#enteredAt = now;
  }

  leave(now: number): void {
    this.#words[HEARTBEAT.isolate] = 0;
    if (now - this.#enteredAt > LONG_ENTRY_MS) this.#onCalm(this.#words[HEARTBEAT.entry] ?? 0);
  }

  /** Of the last entry: its guest has more to say. */
  get hasWords(): boolean {
    return this.#marks[ENTRY_MARKS.hasWords] === 1;
  }

  /** Of the last entry: the last call that was begun. */
  get begunCall(): number {
    return this.#marks[ENTRY_MARKS.begunCall] ?? 0;
  }
}
