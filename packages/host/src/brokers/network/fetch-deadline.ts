/**
 * When a fetch ends at the latest: with its call, or after its time. Disposed with the fetch, it leaves
 * neither a timer nor a listener behind: signals made of others (`AbortSignal.any`, `timeout`) would
 * stay until their time is over, and what they hold is old by then, for a full collection to find.
 */
export class FetchDeadline implements Disposable {
  readonly timeoutMs: number;
  readonly #call: AbortSignal;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(call: AbortSignal, timeoutMs: number) {
    this.#call = call;
    this.timeoutMs = timeoutMs;
    this.#timer = setTimeout(this.#end, timeoutMs).unref();
    if (call.aborted) this.#end();
    else call.addEventListener('abort', this.#end, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends the fetch before its time. */
  end(): void {
    this.#end();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#call.removeEventListener('abort', this.#end);
  }

  readonly #end = (): void => this.#controller.abort();
}
