const MAX_TIMERS = 256;

/** The timers of one guest. The guest asks for them, the runner keeps the time. */
export class IsolateTimers {
  readonly #timers = new Map<number, NodeJS.Timeout>();
  readonly #onDue: (id: number) => void;

  constructor(onDue: (id: number) => void) {
    this.#onDue = onDue;
  }

  get size(): number {
    return this.#timers.size;
  }

  /** False if there are more than the prelude would ever ask for. */
  start(id: number, ms: number): boolean {
    if (this.#timers.size >= MAX_TIMERS) return false;
    this.stop(id);
    const timer = setTimeout(() => {
      this.#timers.delete(id);
      this.#onDue(id);
    }, ms);
    this.#timers.set(id, timer);
    return true;
  }

  stop(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  stopAll(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
