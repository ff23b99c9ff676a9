export interface RestartSettings {
  /** The first pause after a failure, and the longest, ms; each is twice the one before. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** Wall clock in ms. */
  readonly now: () => number;
}

export interface ServerFailure {
  readonly at: number;
  readonly reason: string;
}

/** How long a server was well after which an older failure says nothing of it any more, ms. */
const STEADY_MS = 60_000;
const MOST_DOUBLINGS = 16;

/**
 * How often a server failed, and how long it is left alone for that. One that answers and then ends, over and
 * over, waits longer each time: only one that stayed starts from the shortest pause again.
 */
export class Restarts {
  readonly #settings: RestartSettings;
  #starts = 0;
  #failures = 0;
  #connectedAt: number | undefined;
  #last: ServerFailure | undefined;

  constructor(settings: RestartSettings) {
    this.#settings = settings;
  }

  /** How often it was started again. */
  get count(): number {
    return Math.max(0, this.#starts - 1);
  }

  get lastFailure(): ServerFailure | undefined {
    return this.#last;
  }

  begun(): void {
    this.#starts += 1;
    this.#connectedAt = undefined;
  }

  connected(): void {
    this.#connectedAt = this.#settings.now();
  }

  /** Answers how long to wait before the next start, ms. */
  failed(reason: string): number {
    const { firstPauseMs, longestPauseMs, now } = this.#settings;
    const at = now();
    if (this.#connectedAt !== undefined && at - this.#connectedAt >= STEADY_MS) this.#failures = 0;
    this.#connectedAt = undefined;
    this.#last = { at, reason };
    const pauseMs = firstPauseMs * 2 ** Math.min(this.#failures, MOST_DOUBLINGS);
    this.#failures += 1;
    return Math.min(pauseMs, longestPauseMs);
  }
}
