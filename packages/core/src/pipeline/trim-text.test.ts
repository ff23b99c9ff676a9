import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trimText } from './trim-text.ts';

describe('trimming a text to its budget (E-5)', () => {
  it('leaves a text that fits alone', () => {
    expect(trimText('hello', 5)).toBe('hello');
  });

  it('ends a cut text with the marker, inside the budget', () => {
    const trimmed = trimText('a'.repeat(1_000), 100);
    expect(trimmed).toHaveLength(100);
    expect(trimmed.endsWith('\n[truncated — 1000 chars total]')).toBe(true);
    expect(trimmed.startsWith('aaaa')).toBe(true);
  });

  it.each([0, 1, 5, 30, 31])(
    'stays inside a budget of %i, which the marker itself does not fit',
    (budget) => {
      const trimmed = trimText('a'.repeat(1_000), budget);
      expect(trimmed.length).toBeLessThanOrEqual(budget);
      expect('[truncated — 1000 chars total]').toContain(trimmed);
    },
  );

  it('never splits a surrogate pair and never exceeds the budget', () => {
    const text = fc
      .array(fc.constantFrom('😀', 'a', '\n', '𝕏', 'é'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.nat(200), (value, budget) => {
        const trimmed = trimText(value, budget);
        expect(trimmed.length).toBeLessThanOrEqual(Math.max(budget, 0));
        expect(trimmed.isWellFormed()).toBe(true);
      }),
    );
  });
});
