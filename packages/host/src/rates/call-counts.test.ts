import { refuse } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { CallCounts } from './call-counts.ts';
import { MemoryRateStore } from './memory-rate-store.ts';
import { compileRates, type TimedRule } from './rate-rules.ts';

const MANY = 10_000;
const NOW = 1_800_000_000_000;

describe('what is taken ahead of need (T-5)', () => {
  it('goes back when there are too many others: who has many sessions uses up no limit of others', async () => {
    await using store = new MemoryRateStore();
    const [rule] = compileRates([{ for: { user: '*' }, calls: 100, per: '1h' }]);
    await using counts = new CallCounts({ store, now: () => NOW });
    const take = async (key: string) => counts.take(key, rule as TimedRule);
    for (let round = 0; round < 2; round += 1) {
      await take('victim');
      for (let other = 0; other < MANY; other += 1) await take(`other ${other}`);
    }
    const victim = (await store.list(NOW)).find(({ key }) => key === 'victim');
    expect(victim?.used).toBe(2);
  });

  it('counts a call that is refused later for nothing, though its part went back meanwhile', async () => {
    await using store = new MemoryRateStore();
    const [rule] = compileRates([{ for: { user: '*' }, calls: 100, per: '1h' }]);
    await using counts = new CallCounts({ store, now: () => NOW });
    const taken = await counts.take('one', rule as TimedRule);
    for (let other = 0; other < MANY; other += 1)
      await counts.take(`other ${other}`, rule as TimedRule);
    if ('release' in taken) taken.release(refuse('aborted_before_start', ''));
    await expect
      .poll(async () => (await store.list(NOW)).find(({ key }) => key === 'one')?.used ?? 0)
      .toBe(0);
  });

  it('is one part for calls that come together: who sends many at once leaves the rest to other hosts', async () => {
    await using store = new MemoryRateStore();
    const [rule] = compileRates([{ for: { user: '*' }, calls: 1_000, per: '1h' }]);
    const parts = { store, now: () => NOW };
    await using one = new CallCounts(parts);
    await using other = new CallCounts(parts);
    const takeMany = async (counts: CallCounts, calls: number) => {
      const asked = Array.from({ length: calls }, () => counts.take('ana', rule as TimedRule));
      const taken = await Promise.all(asked);
      return taken.filter((each) => 'release' in each).length;
    };
    expect(await takeMany(one, 20)).toBe(20);
    expect((await store.list(NOW))[0]?.used).toBe(50);
    // More than a part has: as many parts as it takes, and never more than the limit.
    expect(await takeMany(one, 100)).toBe(100);
    expect((await store.list(NOW))[0]?.used).toBe(150);
    expect(await takeMany(other, 1_000)).toBe(850);
  });

  it.each([
    { how: 'rejects', fail: () => Promise.reject(new Error('gone')) },
    {
      how: 'throws',
      fail: () => {
        throw new Error('gone');
      },
    },
  ])('is asked for anew after a store that $how', async ({ fail }) => {
    let fails = true;
    await using known = new MemoryRateStore();
    const store = {
      ...{ spend: known.spend.bind(known), hold: known.hold.bind(known) },
      ...{ list: known.list.bind(known), prune: known.prune.bind(known) },
      [Symbol.asyncDispose]: async () => undefined,
      take: (asked: Parameters<typeof known.take>[0]) => (fails ? fail() : known.take(asked)),
    };
    const [rule] = compileRates([{ for: { user: '*' }, calls: 100, per: '1h' }]);
    await using counts = new CallCounts({ store, now: () => NOW });
    const take = async () => counts.take('ana', rule as TimedRule);
    const failed = await Promise.allSettled([take(), take()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await take()).toHaveProperty('release');
  });
});
