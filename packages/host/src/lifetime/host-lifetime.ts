import { type Disposer, MortiseError } from '@mortise/contracts';
import { createDisposer } from '@mortise/core';

/** Whether a host is open, and what ends with it. The one place that knows either. */
export class HostLifetime {
  readonly #closers = new Set<() => Promise<void>>();
  readonly #parts = new AsyncDisposableStack();
  #closing: Promise<void> | undefined;

  /** From the first `close` on: nothing begins any more. */
  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  /** Throws `host_closed`. */
  requireOpen(): void {
    if (this.isClosed) throw new MortiseError('host_closed', '');
  }

  /** Hands over a part that the host opened: it is closed with the host, the last one first. */
  own<Part extends AsyncDisposable | Disposable>(part: Part): Part {
    return this.#parts.use(part);
  }

  /** Has something closed before the parts of the host, at once with its like; what it throws is swallowed. */
  beforeClose(close: () => Promise<void>): Disposer {
    const registered = () => close();
    this.#closers.add(registered);
    return createDisposer(() => this.#closers.delete(registered));
  }

  /** Idempotent: every call resolves when the one closing is over. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    // A step later, so that `isClosed` is true for what the closers ask.
    await Promise.resolve();
    await Promise.allSettled([...this.#closers].map((close) => close()));
    await this.#parts.disposeAsync();
  }
}
