/** How many requests one call may still make of the host; a sandbox ends a call that makes more. */
export class HostCallBudget {
  #left: number;
  #isSpent = false;

  constructor(hostCalls: number) {
    this.#left = hostCalls;
  }

  /** Whether something was left undone for want of host calls. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Takes one, or says that there is none. */
  take(): boolean {
    if (this.#left === 0) this.#isSpent = true;
    else this.#left -= 1;
    return !this.#isSpent;
  }
}
