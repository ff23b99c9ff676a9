import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Length } from './utf8-length.ts';

describe('utf8Length', () => {
  it.each([
    { text: '', bytes: 0 },
    { text: 'abc', bytes: 3 },
    { text: 'größer', bytes: 8 },
    { text: '…', bytes: 3 },
    { text: '😀', bytes: 4 },
    { text: '\ud83d', bytes: 3 },
    { text: '\ude00\ud83d', bytes: 6 },
  ])('counts $text as $bytes', ({ text, bytes }) => {
    expect(utf8Length(text)).toBe(bytes);
  });

  it('agrees with an encoder on arbitrary text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });
});
