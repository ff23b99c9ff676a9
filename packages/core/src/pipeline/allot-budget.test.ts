import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allotBudget, readBudget } from './allot-budget.ts';

const demand = fc.record({ chars: fc.nat(10_000), cap: fc.nat(10_000) });

describe('the budget of a batch (E-4)', () => {
  it.each([
    { when: 'all want more', chars: [100, 100], then: [50, 50] },
    { when: 'one wants little', chars: [10, 500], then: [10, 90] },
    { when: 'one wants nothing', chars: [0, 500], then: [0, 100] },
    { when: 'all fit', chars: [20, 30], then: [20, 30] },
    { when: 'it does not divide', chars: [99, 99, 99], then: [33, 33, 34] },
  ])('when $when → $then of 100', ({ chars, then }) => {
    const demands = chars.map((count) => ({ chars: count, cap: 1_000 }));
    expect(allotBudget(100, demands)).toEqual(then);
  });

  it('never spends more than there is, nor gives anyone more than its cap', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.array(demand, { maxLength: 20 }), (total, demands) => {
        const allotted = allotBudget(total, demands);
        expect(allotted.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(total);
        demands.forEach(({ cap }, index) => {
          expect(allotted[index]).toBeLessThanOrEqual(cap);
        });
      }),
    );
  });

  it('never gives less than an even share to who wants it', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.array(demand, { minLength: 1, maxLength: 20 }),
        (total, demands) => {
          const evenShare = Math.floor(total / demands.length);
          const allotted = allotBudget(total, demands);
          demands.forEach(({ chars, cap }, index) => {
            expect(allotted[index]).toBeGreaterThanOrEqual(Math.min(chars, cap, evenShare));
          });
        },
      ),
    );
  });

  it.each([
    { given: undefined, then: 80 },
    { given: Number.NaN, then: 80 },
    { given: -5, then: 0 },
    { given: 12.9, then: 12 },
    { given: Number.POSITIVE_INFINITY, then: Number.MAX_SAFE_INTEGER },
  ])('reads $given as $then when the default is 80', ({ given, then }) => {
    expect(readBudget(given, 80)).toBe(then);
  });
});
