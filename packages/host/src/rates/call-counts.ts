import type { RateCount, ToolOutcome } from '@mortise/contracts';
import type { HostRatesParts, NoRoom, Taken } from './host-rates.ts';
import { type TimedRule, windowAt } from './rate-rules.ts';

/** Taken ahead of need from what all hosts share. */
interface Lease {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly startsAt: number;
  left: number;
  /** Of all hosts, as the store said last; what is left here included. */
  used: number;
  /** Nothing was left when the store was last asked; it is asked again then. */
  askAgainAt: number;
}

/** So many parts a limit is taken in: what another host may have taken and not used is at most that. */
const PARTS = 20;
/** Tokens that were given back are seen by other hosts so much later at most. */
const ASK_AGAIN_MS = 1_000;
const MOST_LEASES = 10_000;

/** Calls per time. Never more than the limit run; up to a twentieth of it can be held by another host. */
export class CallCounts implements AsyncDisposable {
  readonly #parts: Pick<HostRatesParts, 'store' | 'now'>;
  readonly #leases = new Map<string, Lease>();

  constructor(parts: Pick<HostRatesParts, 'store' | 'now'>) {
    this.#parts = parts;
  }

  async take(key: string, rule: TimedRule): Promise<Taken | NoRoom> {
    const now = this.#parts.now();
    const window = windowAt(now, rule.windowMs);
    const lease = this.#leaseOf(key, rule, window.startsAt);
    if (lease.left === 0) {
      // A clock that was set back must not keep it closed.
      const mustWait = now < lease.askAgainAt && lease.askAgainAt - now <= ASK_AGAIN_MS;
      if (!mustWait) await this.#refill(lease, window);
      if (lease.left === 0) return { retryAfterMs: window.endsAt - now };
    }
    lease.left -= 1;
    return { release: (outcome) => giveBack(lease, outcome) };
  }

  /** Taken from the store and not used yet, in the window of now. */
  leftOf(key: string): number {
    const lease = this.#leases.get(key);
    const isNow = lease !== undefined && this.#parts.now() < lease.startsAt + lease.windowMs;
    return isNow ? lease.left : 0;
  }

  /** What is known of it without asking. */
  *known(): Generator<RateCount> {
    for (const { key, used, left, startsAt, windowMs } of this.#leases.values()) {
      const window = { startsAt, endsAt: startsAt + windowMs };
      if (this.#parts.now() < window.endsAt) yield { key, used: used - left, window };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([...this.#leases.values()].map((lease) => this.#return(lease)));
  }

  async #refill(lease: Lease, window: { readonly startsAt: number; readonly endsAt: number }) {
    const { key, limit } = lease;
    const amount = Math.max(1, Math.floor(limit / PARTS));
    const { taken, used } = await this.#parts.store.take({ key, amount, limit, window });
    lease.left += taken;
    lease.used = used;
    if (taken === 0) lease.askAgainAt = this.#parts.now() + ASK_AGAIN_MS;
  }

  #leaseOf(key: string, { limit, windowMs }: TimedRule, startsAt: number): Lease {
    const known = this.#leases.get(key);
    if (known?.startsAt === startsAt && known.limit === limit) return known;
    if (this.#leases.size >= MOST_LEASES) this.#leases.clear();
    const made: Lease = { key, limit, windowMs, startsAt, left: 0, used: 0, askAgainAt: 0 };
    this.#leases.set(key, made);
    return made;
  }

  async #return({ key, limit, windowMs, startsAt, left }: Lease): Promise<void> {
    if (left === 0) return;
    const window = { startsAt, endsAt: startsAt + windowMs };
    await this.#parts.store.take({ key, amount: -left, limit, window });
  }
}

/** A call that was refused never ran: it counts for nothing. */
function giveBack(lease: Lease, outcome: ToolOutcome): void {
  if (outcome.status === 'refused') lease.left += 1;
}
