import type {
  RateCount,
  RatePlaces,
  RateStore,
  RateTake,
  RateTaken,
  RateWindow,
} from '@mortise/contracts';

interface Count {
  readonly window: RateWindow;
  readonly used: number;
}

interface Hold {
  readonly count: number;
  readonly until: number;
}

/** Counts as long as the process lasts. */
export class MemoryRateStore implements RateStore {
  readonly #counts = new Map<string, Count>();
  readonly #holds = new Map<string, Map<string, Hold>>();

  async take({ key, amount, limit, window }: RateTake): Promise<RateTaken> {
    const used = this.#used(key, window);
    const taken = Math.max(-used, Math.min(amount, Math.max(0, limit - used)));
    return this.#count(key, window, taken);
  }

  async spend({ key, amount, window }: Omit<RateTake, 'limit'>): Promise<RateTaken> {
    return this.#count(key, window, amount);
  }

  async hold({ key, holder, count, limit, now, holdMs }: RatePlaces): Promise<number> {
    const holds = this.#holds.get(key) ?? new Map<string, Hold>();
    this.#holds.set(key, holds);
    const others = [...holds].filter(
      // One that seems to last longer than any may is of another time: a clock was set back.
      ([id, { until }]) => id !== holder && until > now && until <= now + holdMs,
    );
    const free = limit - others.reduce((sum, [, hold]) => sum + hold.count, 0);
    const held = Math.max(0, Math.min(count, free));
    holds.set(holder, { count: held, until: now + holdMs });
    return held;
  }

  async list(now: number): Promise<readonly RateCount[]> {
    const counts = [...this.#counts]
      .filter(([, { window }]) => window.startsAt <= now && now < window.endsAt)
      .map(([key, count]) => ({ ...count, key: key.slice(0, key.lastIndexOf(' ')) }));
    const places = [...this.#holds].map(([key, holds]) => {
      const held = [...holds.values()].filter(({ until }) => until > now);
      return { key, used: held.reduce((sum, { count }) => sum + count, 0) };
    });
    return [...counts, ...places.filter(({ used }) => used > 0)];
  }

  async prune(endedBefore: number): Promise<number> {
    const old = [...this.#counts].filter(([, { window }]) => window.endsAt < endedBefore);
    for (const [key] of old) this.#counts.delete(key);
    return old.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #used(key: string, { startsAt }: RateWindow): number {
    return this.#counts.get(`${key} ${startsAt}`)?.used ?? 0;
  }

  #count(key: string, window: RateWindow, taken: number): RateTaken {
    const used = this.#used(key, window) + taken;
    this.#counts.set(`${key} ${window.startsAt}`, { window, used });
    return { taken, used };
  }
}
