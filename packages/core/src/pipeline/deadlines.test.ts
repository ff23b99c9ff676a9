import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deadlines } from './deadlines.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('Deadlines', () => {
  it('tells those that were not ended, once each, and keeps no timer when none is left', () => {
    const plan = fc.array(
      fc.record({ ms: fc.nat({ max: 400 }), endsAt: fc.option(fc.nat({ max: 500 })) }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(plan, (entries) => {
        const deadlines = new Deadlines();
        const late: number[] = [];
        const expected: number[] = [];
        entries.forEach(({ ms, endsAt }, index) => {
          const deadline = deadlines.start(ms, () => late.push(index));
          if (endsAt === null || endsAt > ms + 50) expected.push(index);
          if (endsAt !== null) setTimeout(() => deadline.end(), endsAt);
          // Between its time and the sweep after it, either is right.
          else return;
          if (endsAt >= ms && endsAt <= ms + 50) expected.push(-index - 1);
        });
        vi.advanceTimersByTime(1_000);
        const open = new Set(expected.filter((index) => index < 0).map((index) => -index - 1));
        const certain = (list: readonly number[]) =>
          list.filter((index) => index >= 0 && !open.has(index)).sort((a, b) => a - b);
        expect(certain(late)).toEqual(certain(expected));
        expect(new Set(late).size).toBe(late.length);
        expect(vi.getTimerCount()).toBe(0);
      }),
    );
  });
});
