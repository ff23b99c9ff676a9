import { describe, expect, it } from 'vitest';
import { FORMS, RETENTION, resolveRetention } from './retention.ts';

describe('rules of what is kept (T-11)', () => {
  it.each([
    ['12h', 43_200_000],
    ['1d', 86_400_000],
    ['2w', 1_209_600_000],
    ['1y', 31_536_000_000],
    ['never', Number.POSITIVE_INFINITY],
  ])('reads a time: %s', (sessions, ms) => {
    expect(resolveRetention({ sessions }).sessions).toBe(ms);
  });

  it.each([
    ['500KB', 500_000],
    ['1kB', 1_000],
    ['64MB', 64_000_000],
    ['2TB', 2_000_000_000_000],
    ['never', Number.POSITIVE_INFINITY],
  ])('reads a size: %s', (cacheSize, bytes) => {
    expect(resolveRetention({ cacheSize }).cacheSize).toBe(bytes);
  });

  it.each(['', '0d', '1', '1m', '-1d', '1.5d', ' 1d', '1d ', 'Never', '9999999d'])(
    'takes no time such as %j',
    (text) => {
      expect(new RegExp(FORMS.time.pattern).test(text)).toBe(false);
    },
  );

  it('has a standard for each that fits its own form', () => {
    for (const { kind, standard } of Object.values(RETENTION)) {
      expect(standard).toMatch(new RegExp(FORMS[kind].pattern));
    }
    expect(Object.values(resolveRetention()).every(Number.isSafeInteger)).toBe(true);
  });
});
