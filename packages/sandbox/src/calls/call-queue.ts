import type { PendingCall } from './pending-call.ts';

const MAX_WAITING = 100_000;

/** The turns of one extension's calls: so many run at once, the others wait in order. */
export class CallQueue {
  readonly #maxRunning: number;
  readonly #waiting = new Set<PendingCall>();
  #running = 0;
  #finished = 0;
  #isAdvancing = false;

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning;
  }

  /** Calls that run or wait. */
  get size(): number {
    return this.#running + this.#waiting.size;
  }

  get finished(): number {
    return this.#finished;
  }

  get isFull(): boolean {
    return this.#waiting.size >= MAX_WAITING;
  }

  get hasTurn(): boolean {
    return this.#running < this.#maxRunning;
  }

  wait(call: PendingCall): void {
    this.#waiting.add(call);
  }

  /** A call was sent. */
  begin(): void {
    this.#running += 1;
  }

  /** A call that was sent has left its isolate. */
  leave(): void {
    this.#running -= 1;
  }

  finish(call: PendingCall): void {
    this.#finished += 1;
    this.#waiting.delete(call);
  }

  /** Gives out turns, in one loop: a call that is settled in it must not begin another. */
  advance(start: (call: PendingCall) => void): void {
    if (this.#isAdvancing || this.#waiting.size === 0) return;
    this.#isAdvancing = true;
    try {
      for (const call of this.#waiting) {
        if (!this.hasTurn) break;
        this.#waiting.delete(call);
        start(call);
      }
    } finally {
      this.#isAdvancing = false;
    }
  }
}
