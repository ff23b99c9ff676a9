import type { RateStore } from '@mortise/contracts';
import { expect, it } from 'vitest';

const window = { startsAt: 0, endsAt: 1_000 };

/** What every store of rates does; run against each implementation. */
export function rateStoreSuite(open: () => RateStore): void {
  it('gives what is left and no more, and takes back no more than was given', async () => {
    await using store = open();
    const take = (amount: number) => store.take({ key: 'a', amount, limit: 10, window });
    expect(await take(6)).toEqual({ taken: 6, used: 6 });
    expect(await take(6)).toEqual({ taken: 4, used: 10 });
    expect(await take(1)).toEqual({ taken: 0, used: 10 });
    expect(await take(-3)).toEqual({ taken: -3, used: 7 });
    expect(await take(-30)).toEqual({ taken: -7, used: 0 });
  });

  it('counts each key and each window by itself, and spends beyond a limit', async () => {
    await using store = open();
    const next = { startsAt: 1_000, endsAt: 2_000 };
    await store.take({ key: 'a', amount: 5, limit: 5, window });
    expect(await store.take({ key: 'b', amount: 5, limit: 5, window })).toMatchObject({ taken: 5 });
    expect(await store.take({ key: 'a', amount: 5, limit: 5, window: next })).toMatchObject({
      taken: 5,
    });
    expect(await store.spend({ key: 'a', amount: 7, window })).toEqual({ taken: 7, used: 12 });
    expect(await store.prune(1_500)).toBe(2);
    expect(await store.spend({ key: 'a', amount: 0, window })).toEqual({ taken: 0, used: 0 });
  });

  it('shares places among hosts, and frees those of one that is gone or of another time', async () => {
    await using store = open();
    const hold = (holder: string, count: number, now: number) =>
      store.hold({ key: 'a', holder, count, limit: 3, now, holdMs: 1_000 });
    expect(await hold('one', 2, 0)).toBe(2);
    expect(await hold('two', 2, 0)).toBe(1);
    expect(await hold('one', 1, 10)).toBe(1);
    expect(await hold('two', 2, 10)).toBe(2);
    expect(await hold('one', 3, 2_000)).toBe(3);
    // The clock was set back by years.
    expect(await hold('two', 3, -1_000_000)).toBe(3);
    expect(await hold('two', 0, -1_000_000)).toBe(0);
  });
}
