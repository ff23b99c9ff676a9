import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolSet } from './tool-set.ts';

const SIZE = 100;
const tools = fc.array(fc.nat({ max: SIZE - 1 }));
const sorted = (list: Iterable<number>) => [...new Set(list)].sort((a, b) => a - b);

describe('a set of tools', () => {
  it('combines as sets of numbers do, in registry order', () => {
    fc.assert(
      fc.property(tools, tools, (left, right) => {
        const [a, b] = [ToolSet.of(SIZE, left), ToolSet.of(SIZE, right)];
        const [x, y] = [new Set(left), new Set(right)];
        expect([...a]).toEqual(sorted(left));
        expect([...ToolSet.union(SIZE, [a, b])]).toEqual(sorted(x.union(y)));
        expect([...a.intersection(b)]).toEqual(sorted(x.intersection(y)));
        expect([...a.difference(b)]).toEqual(sorted(x.difference(y)));
        expect(a.isEmpty()).toBe(left.length === 0);
        for (let tool = 0; tool < SIZE; tool += 1) expect(a.has(tool)).toBe(x.has(tool));
      }),
    );
  });

  it('has nothing outside its size', () => {
    const set = ToolSet.of(3, [0, 1, 2]);
    expect([set.has(3), set.has(64), set.has(1_000)]).toEqual([false, false, false]);
  });
});
