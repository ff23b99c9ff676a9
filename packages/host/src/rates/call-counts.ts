import type { RateCount, RateTaken, RateWindow, ToolOutcome } from '@mortise/contracts';
import type { HostRatesParts, NoRoom, Taken } from './host-rates.ts';
import { type TimedRule, windowAt } from './rate-rules.ts';

/** Taken ahead of need from what all hosts share, for one window. */
class Lease implements Taken {
  readonly key: string;
  readonly limit: number;
  readonly window: RateWindow;
  /** Calls that wait for a part. */
  waiting = 0;
  /** Settles when the part that was asked for is there. */
  refilling: Promise<void> | undefined;
  #left = 0;
  /** Of all hosts, as the store said last; what is left here included. */
  #used = 0;
  /** Nothing was left when the store was last asked; it is asked again then. */
  #askAgainAt = 0;
  /** Where what is left goes, once it is no host's any more. */
  #giveBack: ((lease: Lease, amount: number) => void) | undefined;

  constructor(key: string, limit: number, window: RateWindow) {
    this.key = key;
    this.limit = limit;
    this.window = window;
  }

  get left(): number {
    return this.#left;
  }

  get used(): number {
    return this.#used - this.#left;
  }

  isFor(limit: number, now: number): boolean {
    const { startsAt, endsAt } = this.window;
    return this.limit === limit && startsAt <= now && now < endsAt;
  }

  /** Takes one for a call, if one is left. */
  take(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }

  /** A call that was refused never ran: it counts for nothing. */
  release({ status }: Pick<ToolOutcome, 'status'>): void {
    if (status === 'refused') this.#left += 1;
    this.settle();
  }

  /** Another one takes its place: what is left of it now and later goes back. */
  giveUp(giveBack: (lease: Lease, amount: number) => void): void {
    this.#giveBack = giveBack;
    this.settle();
  }

  /** Keeps nothing if it was given up. */
  settle(): void {
    if (this.#giveBack === undefined || this.#left === 0) return;
    const left = this.#left;
    this.#left = 0;
    this.#giveBack(this, left);
  }

  /** A clock that was set back must not keep it closed. */
  mustWait(now: number): boolean {
    return now < this.#askAgainAt && this.#askAgainAt - now <= ASK_AGAIN_MS;
  }

  refill({ taken, used }: RateTaken, now: number): void {
    this.#left += taken;
    this.#used = used;
    if (taken === 0) this.#askAgainAt = now + ASK_AGAIN_MS;
  }
}

/** So many parts a limit is taken in: what another host may have taken and not used is at most that. */
const PARTS = 20;
/** Tokens that were given back are seen by other hosts so much later at most. */
const ASK_AGAIN_MS = 1_000;
const MOST_LEASES = 10_000;

/** Calls per time. Never more than the limit run; up to a twentieth of it can be held by another host. */
export class CallCounts implements AsyncDisposable {
  readonly #parts: Pick<HostRatesParts, 'store' | 'now'>;
  /** The oldest first. */
  readonly #leases = new Map<string, Lease>();
  readonly #returning = new Set<Promise<unknown>>();

  constructor(parts: Pick<HostRatesParts, 'store' | 'now'>) {
    this.#parts = parts;
  }

  /** Answers at once while something is left of what was taken ahead. */
  take(key: string, rule: TimedRule): Taken | NoRoom | Promise<Taken | NoRoom> {
    const now = this.#parts.now();
    const lease = this.#leaseOf(key, rule, now);
    return lease.take() ? lease : this.#takeAnew(lease, now);
  }

  /** Taken from the store and not used yet, in the window of now. */
  leftOf(key: string): number {
    const lease = this.#leases.get(key);
    return lease !== undefined && this.#parts.now() < lease.window.endsAt ? lease.left : 0;
  }

  /** What is known of it without asking. */
  *known(): Generator<RateCount> {
    for (const { key, used, window } of this.#leases.values()) {
      if (this.#parts.now() < window.endsAt) yield { key, used, window };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const lease of this.#leases.values()) this.#return(lease, lease.left);
    await Promise.allSettled([...this.#returning]);
  }

  async #takeAnew(lease: Lease, now: number): Promise<Taken | NoRoom> {
    lease.waiting += 1;
    try {
      while (!lease.mustWait(this.#parts.now())) {
        // One part for all that wait: if each took its own, those of one moment could take all of a limit.
        lease.refilling ??= this.#refill(lease).finally(() => {
          lease.refilling = undefined;
        });
        await lease.refilling;
        if (lease.take()) return lease;
      }
      return { retryAfterMs: lease.window.endsAt - now };
    } finally {
      lease.waiting -= 1;
      lease.settle();
    }
  }

  async #refill(lease: Lease): Promise<void> {
    const { key, limit, window, waiting } = lease;
    const amount = Math.max(1, Math.floor(limit / PARTS), waiting);
    const taken = await this.#parts.store.take({ key, amount, limit, window });
    lease.refill(taken, this.#parts.now());
  }

  #leaseOf(key: string, { limit, windowMs }: TimedRule, now: number): Lease {
    const known = this.#leases.get(key);
    if (known?.isFor(limit, now) === true) return known;
    const [oldest] = this.#leases.size >= MOST_LEASES ? this.#leases.values() : [];
    for (const each of [known, oldest]) if (each !== undefined) this.#giveUp(each, now);
    const made = new Lease(key, limit, windowAt(now, windowMs));
    this.#leases.set(key, made);
    return made;
  }

  /** A part that was lost would count as used: who has many sessions would use up the limits of others. */
  #giveUp(lease: Lease, now: number): void {
    this.#leases.delete(lease.key);
    if (now < lease.window.endsAt) lease.giveUp((each, amount) => this.#return(each, amount));
  }

  #return({ key, limit, window }: Lease, left: number): void {
    if (left === 0) return;
    const { store } = this.#parts;
    const returning = store.take({ key, amount: -left, limit, window }).catch(() => undefined);
    this.#returning.add(returning);
    void returning.finally(() => this.#returning.delete(returning));
  }
}
