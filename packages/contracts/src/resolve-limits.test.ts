import { describe, expect, it } from 'vitest';
import { resolveLimits } from './resolve-limits.ts';

describe('resolveLimits', () => {
  it.each([
    { given: undefined, then: 30_000 },
    { given: 5, then: 5 },
    { given: 1e12, then: 600_000 },
    { given: 0, then: 30_000 },
    { given: Number.NaN, then: 30_000 },
    { given: -1, then: 30_000 },
  ])('callMs $given → $then', ({ given, then }) => {
    expect(resolveLimits(given === undefined ? undefined : { callMs: given }).callMs).toBe(then);
  });

  it('lets the last source win', () => {
    expect(resolveLimits({ cpuMs: 5 }, { cpuMs: 7 }).cpuMs).toBe(7);
  });
});
