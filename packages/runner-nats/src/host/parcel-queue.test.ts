import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ParcelQueue } from './parcel-queue.ts';

it('parcels of a node are fetched in turn, as many as fit, and one that never fits alone', async () => {
  const queue = new ParcelQueue(10);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  for (const bytes of [6, 4, 1, 30, 2])
    queue.add(bytes, () => {
      begun.push(bytes);
      return new Promise((resolve) => ends.push(resolve));
    });
  expect(begun).toEqual([6, 4]);
  ends[0]?.();
  await turn();
  expect(begun).toEqual([6, 4, 1]);
  ends[1]?.();
  ends[2]?.();
  await turn();
  expect(begun).toEqual([6, 4, 1, 30]);
  ends[3]?.();
  await turn();
  expect(begun).toEqual([6, 4, 1, 30, 2]);
});
