/** What a server may send in the time below without being asked. */
const MOST_MESSAGES = 5_000;
const MOST_BYTES = 32_000_000;
const WINDOW_MS = 10_000;

/**
 * Counts what a server sends that is no answer to a call: notes, questions, answers to nothing, lines that are
 * no messages. Reading them takes time from all calls of the host, so too many end the connection.
 */
export class MessageMeter {
  readonly #now: () => number;
  #since = Number.NEGATIVE_INFINITY;
  #messages = 0;
  #bytes = 0;

  /** `now` is monotonic, in ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Says whether it was too much. */
  add(bytes: number): boolean {
    const now = this.#now();
    if (now - this.#since > WINDOW_MS) {
      this.#since = now;
      this.#messages = 0;
      this.#bytes = 0;
    }
    this.#messages += 1;
    this.#bytes += bytes;
    return this.#messages > MOST_MESSAGES || this.#bytes > MOST_BYTES;
  }
}
