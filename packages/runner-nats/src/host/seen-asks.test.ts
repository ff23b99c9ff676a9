import { describe, expect, it } from 'vitest';
import { SeenAsks } from './seen-asks.ts';

describe('what a call on a node has asked', () => {
  it('counts each number once, in whatever order they come', () => {
    const seen = new SeenAsks();
    expect([2, 1, 2, 1, 0, 4, 3, 4, 5].map((id) => seen.take(id))).toEqual([
      ...[true, true, false, false, false, true, true, false, true],
    ]);
  });

  it('begins anew when the call does', () => {
    const seen = new SeenAsks();
    seen.take(1);
    seen.take(3);
    seen.restart();
    expect([1, 3].map((id) => seen.take(id))).toEqual([true, true]);
  });
});
