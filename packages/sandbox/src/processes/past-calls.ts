/** Those that are over and may still be spoken of; the oldest is forgotten first. */
const MOST_LATE = 4_096;
/** An entry into a guest answers fewer calls than this. */
const KEPT_ANSWERED = 256;

/** Numbers of what has ended in a runner before the runner could know it. */
export class LateNumbers {
  readonly #numbers = new Set<number>();

  add(number: number): void {
    this.#numbers.add(number);
    if (this.#numbers.size <= MOST_LATE) return;
    const [oldest] = this.#numbers;
    if (oldest !== undefined) this.#numbers.delete(oldest);
  }

  has(number: number): boolean {
    return this.#numbers.has(number);
  }

  /** False if it is not there. */
  take(number: number): boolean {
    return this.#numbers.delete(number);
  }
}

/** The last numbers that a runner has answered. Written with every call, so that it keeps no objects. */
class AnsweredNumbers {
  readonly #numbers = new Float64Array(KEPT_ANSWERED);
  #next = 0;
  #last = 0;

  get last(): number {
    return this.#last;
  }

  add(number: number): void {
    this.#last = number;
    this.#numbers[this.#next] = number;
    this.#next = (this.#next + 1) % KEPT_ANSWERED;
  }

  has(number: number): boolean {
    return this.#numbers.includes(number);
  }
}

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
