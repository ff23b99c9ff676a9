import type { RateCount, ToolOutcome } from '@mortise/contracts';
import { charsOfOutcome } from '@mortise/core';
import type { HostRatesParts, NoRoom, Taken } from './host-rates.ts';
import { MICRO, type TimedRule, windowAt } from './rate-rules.ts';

interface Spent {
  readonly startsAt: number;
  readonly windowMs: number;
  used: number;
  readAt: number;
}

/** What other hosts spent is seen so much later at most. */
const READ_AGAIN_MS = 1_000;
const MOST_KEYS = 10_000;

/**
 * Cost and tokens per time. What a call costs is known when it is over, so a budget can be passed by what runs when it is
 * reached, and by what other hosts spent within the last second; then nothing begins until the window ends.
 */
export class CostCounts implements AsyncDisposable {
  readonly #parts: Pick<HostRatesParts, 'store' | 'now'>;
  readonly #spent = new Map<string, Spent>();
  readonly #writing = new Set<Promise<unknown>>();

  constructor(parts: Pick<HostRatesParts, 'store' | 'now'>) {
    this.#parts = parts;
  }

  async take(key: string, rule: TimedRule): Promise<Taken | NoRoom> {
    const now = this.#parts.now();
    const window = windowAt(now, rule.windowMs);
    const spent = await this.#read(key, window, now);
    if (spent.used >= rule.limit) return { retryAfterMs: window.endsAt - now };
    return { release: (outcome) => this.#spend(key, rule, outcome) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([...this.#writing]);
  }

  async #read(
    key: string,
    window: { readonly startsAt: number; readonly endsAt: number },
    now: number,
  ): Promise<Spent> {
    const known = this.#spent.get(key);
    const isFresh = known !== undefined && Math.abs(now - known.readAt) < READ_AGAIN_MS;
    if (known?.startsAt === window.startsAt && isFresh) return known;
    const { used } = await this.#parts.store.spend({ key, amount: 0, window });
    if (this.#spent.size >= MOST_KEYS) this.#spent.clear();
    const windowMs = window.endsAt - window.startsAt;
    const read: Spent = { startsAt: window.startsAt, windowMs, used, readAt: now };
    this.#spent.set(key, read);
    return read;
  }

  /** What is known of it without asking. */
  *known(): Generator<RateCount> {
    const now = this.#parts.now();
    for (const [key, { used, startsAt, windowMs }] of this.#spent) {
      const window = { startsAt, endsAt: startsAt + windowMs };
      if (now < window.endsAt) yield { key, used, window };
    }
  }

  #spend(key: string, { windowMs, kind }: TimedRule, outcome: ToolOutcome): void {
    const amount = kind === 'tokens' ? tokensOf(outcome) : costOf(outcome);
    if (amount === 0) return;
    const window = windowAt(this.#parts.now(), windowMs);
    const known = this.#spent.get(key);
    if (known?.startsAt === window.startsAt) known.used += amount;
    const writing = this.#parts.store.spend({ key, amount, window }).catch(() => undefined);
    this.#writing.add(writing);
    void writing.finally(() => this.#writing.delete(writing));
  }
}

/** In millionths of a dollar. A tool says it, and may say anything. */
function costOf(outcome: ToolOutcome): number {
  const costUsd = outcome.status === 'refused' ? undefined : outcome.costUsd;
  if (costUsd === undefined || !Number.isFinite(costUsd) || costUsd <= 0) return 0;
  return Math.min(Math.ceil(costUsd * MICRO), Number.MAX_SAFE_INTEGER / 1_000_000);
}

/** As models count, roughly: what the result puts in front of one. */
function tokensOf(outcome: ToolOutcome): number {
  return outcome.status === 'refused' ? 0 : Math.ceil(charsOfOutcome(outcome) / CHARS_PER_TOKEN);
}

const CHARS_PER_TOKEN = 4;
