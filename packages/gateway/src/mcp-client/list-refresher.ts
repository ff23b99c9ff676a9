/**
 * Reads a list again after it changed: after a pause, so that many changes are one, and never twice at
 * once, however often the server says that it changed.
 */
export class ListRefresher {
  readonly #refresh: () => Promise<void>;
  readonly #pauseMs: number;
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;
  #isAsked = false;
  #isStopped = false;

  /** `refresh` never rejects. */
  constructor(refresh: () => Promise<void>, pauseMs: number) {
    this.#refresh = refresh;
    this.#pauseMs = pauseMs;
  }

  ask(): void {
    this.#isAsked = true;
    if (this.#timer !== undefined || this.#isRunning || this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#run(), this.#pauseMs);
    this.#timer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#isAsked = false;
    this.#isRunning = true;
    await this.#refresh();
    this.#isRunning = false;
    if (this.#isAsked) this.ask();
  }
}
