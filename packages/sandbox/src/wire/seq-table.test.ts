import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeqTable } from './seq-table.ts';

describe('SeqTable', () => {
  it('holds what a Map would hold, whatever comes and goes', () => {
    const step = fc.record({ seq: fc.nat({ max: 300 }), isAdded: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 600 }), (steps) => {
        const table = new SeqTable<{ readonly seq: number }>();
        const map = new Map<number, { readonly seq: number }>();
        for (const { seq, isAdded } of steps) {
          const value = { seq };
          if (isAdded) {
            table.add(value);
            map.set(seq, value);
          } else expect(table.delete(seq)).toBe(map.delete(seq));
          expect(table.size).toBe(map.size);
        }
        const inOrder = (values: Iterable<{ readonly seq: number }>) =>
          [...values].sort((a, b) => a.seq - b.seq);
        expect(inOrder(table.values())).toEqual(inOrder(map.values()));
        for (const [seq, value] of map) expect(table.get(seq)).toBe(value);
      }),
    );
  });

  it('finds numbers beyond 32 bits and one that waits while thousands pass', () => {
    const table = new SeqTable<{ readonly seq: number }>();
    const waiting = { seq: 5 };
    table.add(waiting);
    for (let seq = 2 ** 40; seq < 2 ** 40 + 10_000; seq += 1) {
      table.add({ seq });
      if (seq >= 2 ** 40 + 30) expect(table.delete(seq - 30)).toBe(true);
    }
    expect(table.get(5)).toBe(waiting);
    expect(table.size).toBe(31);
  });
});
