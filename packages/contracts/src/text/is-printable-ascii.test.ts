import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPrintableAscii } from './show-hidden.ts';

/** Longer than what is looked at in one go. */
const LENGTHS = [0, 1, 2, 3, 4, 5, 7, 8, 9, 63, 1_000, 8_191, 8_192, 8_193, 16_384, 20_001];
const UNITS = Array.from({ length: 0x180 }, (_, unit) => unit);

describe('a text of printable ASCII, tabs and line feeds (S-5)', () => {
  it.each(LENGTHS)('is known with %i characters', (length) => {
    expect(isPrintableAscii('a \n~\t'.repeat(length).slice(0, length))).toBe(true);
  });

  it.each([0, 1, 2, 3, 4, 7, 8, 8_191, 8_192, 8_195, 19_999])(
    'is told from one with another character at %i',
    (at) => {
      const before = 'x'.repeat(at);
      const after = 'y'.repeat(20_000 - at);
      const found = UNITS.filter(
        (unit) => !isPrintableAscii(before + String.fromCharCode(unit) + after),
      );
      const isAllowed = (unit: number) => unit === 9 || unit === 10 || (unit >= 32 && unit < 127);
      expect(found).toEqual(UNITS.filter((unit) => !isAllowed(unit)));
    },
  );

  it('is what a regular expression says of it', () => {
    const anyText = fc.string({
      unit: fc.integer({ min: 0, max: 0x90 }).map((unit) => String.fromCharCode(unit)),
      maxLength: 40,
    });
    const oneOdd = fc
      .tuple(
        fc.string({ maxLength: 40 }),
        fc.string({ unit: 'binary', maxLength: 3 }),
        fc.string({ maxLength: 9 }),
      )
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(anyText, oneOdd), (text) => {
        expect(isPrintableAscii(text)).toBe(/^[\t\n -~]*$/.test(text));
      }),
    );
  });

  it('leaves nothing of the text before it in the way', () => {
    expect(isPrintableAscii('\u0007\u0007\u0007\u0007\u0007\u0007\u0007')).toBe(false);
    expect(isPrintableAscii('a')).toBe(true);
    expect(isPrintableAscii('\ud800'.repeat(8_192))).toBe(false);
  });
});
