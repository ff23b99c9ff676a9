import type { StopRecord, StopStore } from '@mortise/contracts';
import { expect, it } from 'vitest';

export const stopRecord = (id: string, more: Partial<StopRecord> = {}): StopRecord => ({
  ...{ id, scope: 'agent', name: 'main “ä”', reason: 'it went wild', by: 'operator', at: 1 },
  ...more,
});

/** What every store of stops does; run against each implementation. */
export function stopStoreSuite(open: () => StopStore): void {
  it('gives back what was kept, in its order', async () => {
    await using store = open();
    const stops = [
      stopRecord('b'),
      stopRecord('a', { scope: 'all', name: '', reason: '' }),
      stopRecord("' OR 1=1 --", { scope: 'server' }),
    ];
    for (const stop of stops) await store.add(stop);
    expect(await store.list()).toStrictEqual(stops);
  });

  it('keeps the first of an id, lifted or not', async () => {
    await using store = open();
    await store.add(stopRecord('a'));
    await store.lift('a', { at: 5, by: 'ana' });
    await store.add(stopRecord('a', { reason: 'another' }));
    expect(await store.list()).toStrictEqual([stopRecord('a', { liftedAt: 5, liftedBy: 'ana' })]);
  });

  it('says who lifted it first, and lifts nothing that is not there', async () => {
    await using store = open();
    await store.add(stopRecord('a'));
    expect(await store.lift('a', { at: 5, by: 'ana' })).toBe(true);
    expect(await store.lift('a', { at: 6, by: 'bob' })).toBe(true);
    expect(await store.lift('b', { at: 6, by: 'bob' })).toBe(false);
    expect(await store.list()).toMatchObject([{ liftedAt: 5, liftedBy: 'ana' }]);
  });
}
