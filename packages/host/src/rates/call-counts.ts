import type { ToolOutcome } from '@mortise/contracts';
import type { HostRatesParts, NoRoom, Taken } from './host-rates.ts';
import { type CountedRule, windowAt } from './rate-rules.ts';

type CallRule = Extract<CountedRule, { readonly kind: 'calls' | 'cost' }>;

/** Taken ahead of need from what all hosts share. */
interface Lease {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly startsAt: number;
  left: number;
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

  async take(key: string, rule: CallRule): Promise<Taken | NoRoom> {
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

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([...this.#leases.values()].map((lease) => this.#return(lease)));
  }

  async #refill(lease: Lease, window: { readonly startsAt: number; readonly endsAt: number }) {
    const { key, limit } = lease;
    const amount = Math.max(1, Math.floor(limit / PARTS));
    const { taken } = await this.#parts.store.take({ key, amount, limit, window });
    lease.left += taken;
    if (taken === 0) lease.askAgainAt = this.#parts.now() + ASK_AGAIN_MS;
  }

  #leaseOf(key: string, { limit, windowMs }: CallRule, startsAt: number): Lease {
    const known = this.#leases.get(key);
    if (known?.startsAt === startsAt && known.limit === limit) return known;
    if (this.#leases.size >= MOST_LEASES) this.#leases.clear();
    const made: Lease = { key, limit, windowMs, startsAt, left: 0, askAgainAt: 0 };
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
