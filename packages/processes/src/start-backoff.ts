const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 5_000;

/** How long to wait before the next try: twice as long after each start that failed. */
export class StartBackoff {
  #failures = 0;

  /** Counts one more and answers the pause before the next try, in ms. */
  fail(): number {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures = Math.min(this.#failures + 1, 16);
    return pauseMs;
  }

  succeed(): void {
    this.#failures = 0;
  }
}
