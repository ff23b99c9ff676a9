/** Why a walk ended before everything was seen. */
export type WalkStop = 'looked' | 'time' | 'bytes' | 'limit';

export interface WalkBounds {
  /** Names looked at, those left out included. */
  readonly most: number;
  readonly ms: number;
  readonly bytes: number;
}

/** How far one operation on many files may go. */
export class WalkBudget {
  readonly #until: number;
  readonly #signal: AbortSignal;
  #left: number;
  #bytes: number;
  #skipped = 0;
  #reached: string | undefined;
  #stopped: WalkStop | undefined;

  constructor({ most, ms, bytes }: WalkBounds, signal: AbortSignal) {
    this.#left = most;
    this.#bytes = bytes;
    this.#until = performance.now() + ms;
    this.#signal = signal;
  }

  /** Why it is over; undefined while it is not. */
  get stopped(): WalkStop | undefined {
    return this.#stopped;
  }

  /** Folders that were gone round, wholly or in part. */
  get skipped(): number {
    return this.#skipped;
  }

  /** The path that was looked at last. */
  get reached(): string | undefined {
    return this.#reached;
  }

  /** Counts one path; false if it is one too many, or too late. The first one is always in time. */
  take(path: string): boolean {
    this.#signal.throwIfAborted();
    if (this.#left === 0) this.stop('looked');
    else if (this.#reached !== undefined && performance.now() > this.#until) this.stop('time');
    if (this.#stopped !== undefined) return false;
    this.#left -= 1;
    this.#reached = path;
    return true;
  }

  /** What was found is enough, whatever was looked at already. */
  get isFull(): boolean {
    return this.#stopped === 'bytes' || this.#stopped === 'limit';
  }

  /** Counts what was read; the rest is left for the next operation. */
  spend(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes <= 0) this.stop('bytes');
  }

  skip(): void {
    this.#skipped += 1;
  }

  stop(reason: WalkStop): void {
    this.#stopped ??= reason;
  }
}
