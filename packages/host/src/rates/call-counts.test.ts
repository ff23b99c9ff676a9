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
});
