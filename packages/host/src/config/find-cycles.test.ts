import { describe, expect, it } from 'vitest';
import { findCycles } from './find-cycles.ts';

describe('findCycles', () => {
  it.each([
    { edges: {}, cycles: [] },
    { edges: { a: ['b'], b: ['c'], c: [] }, cycles: [] },
    { edges: { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, cycles: [] },
    { edges: { a: ['a'] }, cycles: [['a']] },
    { edges: { x: ['a'], a: ['b'], b: ['a'] }, cycles: [['a', 'b']] },
    { edges: { a: ['b'], b: ['a', 'b'] }, cycles: [['a', 'b'], ['b']] },
    { edges: { a: ['missing'] }, cycles: [] },
  ])('finds $cycles in $edges', ({ edges, cycles }) => {
    expect(findCycles(new Map(Object.entries<string[]>(edges)))).toEqual(cycles);
  });

  it('follows a chain of any length', () => {
    const chain = Array.from({ length: 100_000 }, (_, index): [string, string[]] => [
      String(index),
      [String(index + 1)],
    ]);
    expect(findCycles(new Map(chain))).toEqual([]);
  });
});
