const SWEEP_MS = 50;

/** One deadline that is being kept. */
export interface Deadline {
  /** It is not waited for any more. */
  end(): void;
}

/**
 * Deadlines kept by one timer that looks at all of them: a timer for each costs more than the rest
 * of a quick call (measured). They are nets below deadlines that others keep exactly, so that being
 * late by a sweep does no harm.
 */
export class Deadlines {
  readonly #waiting: WaitingDeadline[] = [];
  #timer: NodeJS.Timeout | undefined;

  start(ms: number, onLate: () => void): Deadline {
    const waiting: WaitingDeadline = {
      at: performance.now() + ms,
      onLate,
      place: this.#waiting.length,
      end: () => this.#remove(waiting),
    };
    this.#waiting.push(waiting);
    this.#timer ??= setInterval(this.#sweep, SWEEP_MS);
    return waiting;
  }

  /** Takes the place of the last one, so that nothing has to move up. */
  #remove(waiting: WaitingDeadline): void {
    if (this.#waiting[waiting.place] !== waiting) return;
    const last = this.#waiting.pop();
    if (last === undefined || last === waiting) return;
    this.#waiting[waiting.place] = last;
    last.place = waiting.place;
  }

  readonly #sweep = (): void => {
    const now = performance.now();
    for (const waiting of this.#waiting.filter(({ at }) => at <= now)) {
      this.#remove(waiting);
      waiting.onLate();
    }
    if (this.#waiting.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  };
}

interface WaitingDeadline extends Deadline {
  readonly at: number;
  readonly onLate: () => void;
  place: number;
}
