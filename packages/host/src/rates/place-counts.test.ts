import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RatePlaces } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { MemoryRateStore } from './memory-rate-store.ts';
import { PlaceCounts } from './place-counts.ts';

const NOW = 1_800_000_000_000;

/** Answers as a database elsewhere does: one after the other, each in a turn of its own. */
class DistantStore extends MemoryRateStore {
  #last: Promise<unknown> = Promise.resolve();

  override hold(places: RatePlaces): Promise<number> {
    const answer = this.#last.then(() => nextTurn()).then(() => super.hold(places));
    this.#last = answer;
    return answer;
  }
}

/** Connections of a pool: what was asked first may be done last. */
class ReorderingStore extends MemoryRateStore {
  #asked = 0;

  override async hold(places: RatePlaces): Promise<number> {
    this.#asked += 1;
    for (let turns = this.#asked % 2 === 0 ? 1 : 20; turns > 0; turns -= 1) await nextTurn();
    return super.hold(places);
  }
}

const takeMany = async (counts: PlaceCounts, calls: number, limit: number) => {
  const asked = Array.from({ length: calls }, () => counts.take('ana', limit));
  return (await Promise.all(asked)).filter((each) => 'release' in each);
};

describe('places of calls at the same time (T-5)', () => {
  it('are there for all calls that come together, where the store takes its time to answer', async () => {
    await using store = new DistantStore();
    await using counts = new PlaceCounts({ store, now: () => NOW, holder: 'one' });
    expect(await takeMany(counts, 8, 100)).toHaveLength(8);
    expect(await takeMany(counts, 100, 100)).toHaveLength(92);
  });

  it.each([DistantStore, ReorderingStore])(
    'are never more than the limit, of two hosts on one $name',
    async (Store) => {
      await using store = new Store();
      await using one = new PlaceCounts({ store, now: () => NOW, holder: 'one' });
      await using other = new PlaceCounts({ store, now: () => NOW, holder: 'other' });
      for (let round = 0; round < 20; round += 1) {
        const taken = await Promise.all([takeMany(one, 5, 6), takeMany(other, 5, 6)]);
        expect(taken.flat().length).toBeLessThanOrEqual(6);
        expect(taken.flat().length).toBeGreaterThanOrEqual(5);
        for (const each of taken.flat()) each.release({ status: 'ok', content: [] });
      }
    },
  );
});
