import { AnsweredNumbers, LateNumbers } from './past-numbers.ts';

/**
 * Calls that are over in a runner. Tells what comes late, because host and runner end calls at the
 * same time, from what no honest runner would say.
 */
export class PastCalls {
  readonly #unanswered = new LateNumbers();
  readonly #answered = new AnsweredNumbers();

  /** The runner answers a call, now. */
  noteAnswer(seq: number): void {
    this.#answered.add(seq);
  }

  /** The watch thread has passed an answer on, which the runner gives once more when it can. */
  expectAnother(seq: number): void {
    this.#unanswered.add(seq);
  }

  /** A call has left the runner. If the host has ended it, one answer may still come. */
  leave(seq: number): void {
    if (this.#answered.last !== seq) this.#unanswered.add(seq);
  }

  /** Whether an answer to it was to be expected; the next one is not. */
  takeLateAnswer(seq: number): boolean {
    return this.#unanswered.take(seq);
  }

  /** Whether anything but an answer may still be said of it. */
  isLate(seq: number): boolean {
    return this.#unanswered.has(seq);
  }

  wasAnswered(seq: number): boolean {
    return this.#answered.has(seq);
  }
}
