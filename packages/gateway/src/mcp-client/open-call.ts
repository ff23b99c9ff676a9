import type { RunPorts, RunRequest } from '@mortise/contracts';

/** What a server may ask in one call, refusals included: each is recorded, and grants allow far less. */
export const MOST_QUESTIONS = 200;

export interface OpenCallParts {
  readonly request: RunRequest;
  readonly ports: RunPorts;
  /** Whether its time may stand still: something was granted to its server that waits for people. */
  readonly mayWait: boolean;
}

/** A call of a server's tool, from its request to its answer, with a clock that stands still while a person or a model is asked. */
export class OpenCall implements Disposable {
  readonly request: RunRequest;
  readonly ports: RunPorts;
  readonly mayWait: boolean;
  readonly #ending = new AbortController();
  readonly #onAbort = (): void => this.#ending.abort(this.ports.signal.reason);
  #questions = 0;
  #waiting = 0;
  #leftMs: number;
  #begunAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #isLate = false;

  constructor({ request, ports, mayWait }: OpenCallParts) {
    this.request = request;
    this.ports = ports;
    this.mayWait = mayWait;
    this.#leftMs = request.timeoutMs;
    ports.signal.addEventListener('abort', this.#onAbort, { once: true });
    if (ports.signal.aborted) this.#onAbort();
    if (mayWait) this.#run();
  }

  /** Aborts when the call is cancelled, late or over; no other call has it. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** It was ended because its own time was over. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** Counts a question of its server; false if it asked too often. */
  mayAsk(): boolean {
    this.#questions += 1;
    return this.#questions <= MOST_QUESTIONS;
  }

  /** Waits for who is behind the call; that time is not its own. */
  async waitFor<Answer>(answer: Promise<Answer>): Promise<Answer> {
    this.#waiting += 1;
    if (this.#waiting === 1) this.#rest();
    try {
      return await answer;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.signal.aborted) this.#goOn();
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.ports.signal.removeEventListener('abort', this.#onAbort);
    this.#ending.abort();
  }

  #run(): void {
    this.#begunAt = performance.now();
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#ending.abort();
    }, this.#leftMs);
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#leftMs = Math.max(1, this.#leftMs - (performance.now() - this.#begunAt));
    this.ports.onWaiting?.(true);
  }

  #goOn(): void {
    this.ports.onWaiting?.(false);
    this.#run();
  }
}
