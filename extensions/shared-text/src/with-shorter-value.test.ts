import { describe, expect, it } from 'vitest';
import { withShorterValue } from './with-shorter-value.ts';

describe('E-11: a reduced value', () => {
  const result = { ok: true, value: '0123456789', structured: 1 } as const;

  it('replaces the text when it is shorter', () => {
    expect(withShorterValue(result, '012')).toEqual({ ok: true, value: '012', structured: 1 });
  });

  it.each([
    { size: 'longer', value: '0123456789a' },
    { size: 'equally long', value: 'abcdefghij' },
    { size: 'shorter in characters but longer in bytes', value: '……………' },
  ])('is refused when it is $size', ({ value }) => {
    expect(withShorterValue(result, value)).toBe(result);
  });
});
