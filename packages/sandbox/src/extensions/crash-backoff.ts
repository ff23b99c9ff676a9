import type { QuarantineRule } from '../api/sandbox-api.ts';

/** The last crashes before a quarantine already cost a pause. */
const WARNING_CRASHES = 2;
const BACK_OFF_MS = 250;
const MAX_DOUBLINGS = 4;

export interface Blocked {
  readonly state: 'backing_off' | 'quarantined';
  readonly until: number;
}

/**
 * Counts the crashes of one extension and says when it may run again: at once after the first
 * few, after a growing pause then, and not for a long while once they pile up in a short time.
 */
export class CrashBackoff {
  readonly #rule: Required<QuarantineRule>;
  readonly #now: () => number;
  #times: number[] = [];
  #total = 0;
  #quarantines = 0;
  #blocked: Blocked | undefined;
  #blockedMs = 0;

  constructor(rule: QuarantineRule, now: () => number) {
    this.#rule = { crashes: 5, windowMs: 60_000, baseMs: 30_000, ...rule };
    this.#now = now;
  }

  get total(): number {
    return this.#total;
  }

  /** Answers the quarantine that this crash brought about, if it did. */
  add(): Blocked | undefined {
    const now = this.#now();
    this.#total += 1;
    this.#times = this.#times.filter((time) => now - time < this.#rule.windowMs);
    this.#times.push(now);
    if (this.#times.length >= this.#rule.crashes) return this.#quarantine(now);
    const extra = this.#times.length - Math.max(1, this.#rule.crashes - WARNING_CRASHES);
    if (extra > 0) this.#block('backing_off', BACK_OFF_MS * 2 ** (extra - 1), now);
    return undefined;
  }

  /** A clock that was set back does not prolong it: it ends after its time at the latest. */
  blocked(): Blocked | undefined {
    if (this.#blocked === undefined) return undefined;
    const now = this.#now();
    const latest = now + this.#blockedMs;
    if (this.#blocked.until <= now) this.#blocked = undefined;
    else if (this.#blocked.until > latest) this.#blocked = { ...this.#blocked, until: latest };
    return this.#blocked;
  }

  #block(state: Blocked['state'], ms: number, now: number): Blocked {
    this.#blockedMs = ms;
    this.#blocked = { state, until: now + ms };
    return this.#blocked;
  }

  #quarantine(now: number): Blocked {
    const ms = this.#rule.baseMs * 2 ** Math.min(this.#quarantines, MAX_DOUBLINGS);
    this.#quarantines += 1;
    // The crashes that led here are paid for; one more after it does not quarantine at once.
    this.#times = [];
    return this.#block('quarantined', ms, now);
  }
}
