/** Well below the 30 s that a call has unless the operator says otherwise: what was found must get out. */
const MOST_MS = 20_000;

/** How often one call may still ask the host for more; a sandbox ends a call that asks too often. */
export class CallBudget {
  readonly #until: number;
  #left: number;
  #isSpent = false;

  constructor(hostCalls: number, now = Date.now()) {
    this.#left = hostCalls;
    this.#until = now + MOST_MS;
  }

  /** Whether something was left undone for want of host calls or of time. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Takes one, or says that there is none. */
  take(now = Date.now()): boolean {
    if (this.#left === 0 || now > this.#until) this.#isSpent = true;
    else this.#left -= 1;
    return !this.#isSpent;
  }
}
