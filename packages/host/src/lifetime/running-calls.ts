/** How long calls that were stopped may take to say so before they are left to the end of their runner, in ms. */
const STOP_MS = 1_000;
/** What a timer can hold. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** One batch of calls that runs. */
export interface RunningBatch extends Disposable {
  /** Aborts when the caller gives up, and when the host stops what runs. */
  readonly signal: AbortSignal;
  /** The host ended it, not its caller. */
  readonly isStopped: boolean;
}

/** The calls of a host that run, so that closing it can wait for them and stop them. */
export class RunningCalls {
  readonly #batches = new Set<Batch>();
  readonly #waiting = new Set<() => void>();
  #stopAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  get size(): number {
    return this.#batches.size;
  }

  /** Dispose what it returns when the batch has ended. */
  begin(caller: AbortSignal | undefined): RunningBatch {
    const batch = new Batch(caller, () => this.#end(batch));
    this.#batches.add(batch);
    return batch;
  }

  /** Stops what still runs after this time; of several times the first holds. */
  stopWithin(ms: number): void {
    const stopAt = performance.now() + Math.max(0, ms);
    if (!(stopAt < this.#stopAt)) return;
    this.#stopAt = stopAt;
    clearTimeout(this.#timer);
    if (this.#batches.size === 0) return;
    this.#timer = setTimeout(() => this.#stop(), Math.min(ms, LONGEST_TIMER_MS));
  }

  /** Resolves when nothing runs any more, or when what was stopped does not answer. */
  ended(): Promise<void> {
    if (this.#batches.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  #stop(): void {
    for (const batch of this.#batches) batch.stop();
    this.#timer = setTimeout(() => this.#release(), STOP_MS);
  }

  #end(batch: Batch): void {
    this.#batches.delete(batch);
    if (this.#batches.size === 0) this.#release();
  }

  #release(): void {
    clearTimeout(this.#timer);
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

class Batch implements RunningBatch {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #onEnd: () => void;
  isStopped = false;

  constructor(caller: AbortSignal | undefined, onEnd: () => void) {
    this.#caller = caller;
    this.#onEnd = onEnd;
    if (caller?.aborted === true) this.#giveUp();
    else caller?.addEventListener('abort', this.#giveUp, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  stop(): void {
    this.isStopped ||= !this.signal.aborted;
    this.#controller.abort();
  }

  [Symbol.dispose](): void {
    this.#caller?.removeEventListener('abort', this.#giveUp);
    this.#onEnd();
  }

  readonly #giveUp = (): void => this.#controller.abort(this.#caller?.reason);
}
