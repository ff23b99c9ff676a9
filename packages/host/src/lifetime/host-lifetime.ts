import { type Disposer, MortiseError, SETTINGS } from '@mortise/contracts';
import { createDisposer } from '@mortise/core';
import { RunningCalls } from './running-calls.ts';

export interface CloseOptions {
  /** How long calls that run may go on; 10 s if absent. Given again, the shorter time holds. */
  readonly drainMs?: number;
}

/** Whether a host is open, which calls run in it, and what ends with it. The one place that knows each. */
export class HostLifetime {
  /** Calls that were let in and have not ended. */
  readonly running = new RunningCalls();
  readonly #closers = new Set<() => Promise<void>>();
  readonly #closingListeners: (() => void)[] = [];
  readonly #parts = new AsyncDisposableStack();
  #closing: Promise<void> | undefined;

  /** From the first `close` on: nothing begins any more, and what runs may end. */
  get isClosed(): boolean {
    return this.running.isClosed;
  }

  /** Throws `host_closed`. */
  requireOpen(): void {
    if (this.isClosed) throw new MortiseError('host_closed', '');
  }

  /** Hands over a part that the host opened: it is closed with the host, the last one first. */
  own<Part extends AsyncDisposable | Disposable>(part: Part): Part {
    return this.#parts.use(part);
  }

  /** Tells a part of the host at once that it ends, before calls are waited for. */
  onClosing(tell: () => void): void {
    this.#closingListeners.push(tell);
  }

  /**
   * Has something closed when no call runs any more and before the parts of the host, at once with
   * its like; what it throws is swallowed.
   */
  beforeClose(close: () => Promise<void>): Disposer {
    const registered = () => close();
    this.#closers.add(registered);
    return createDisposer(() => this.#closers.delete(registered));
  }

  /**
   * Takes no more calls, lets those that run end within the drain time, stops the others, then closes
   * everything. Idempotent: every call resolves when the one closing is over.
   */
  close({ drainMs = SETTINGS.drainMs.standard }: CloseOptions = {}): Promise<void> {
    this.running.stopWithin(drainMs);
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    // A step later, so that `isClosed` is true for what the closers ask.
    await Promise.resolve();
    for (const tell of this.#closingListeners) tell();
    await this.running.ended();
    await Promise.allSettled([...this.#closers].map((close) => close()));
    await this.#parts.disposeAsync();
  }
}
