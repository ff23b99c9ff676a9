import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_WORK, Work } from './condition.ts';
import { compilePattern } from './linear-pattern.ts';

const ATOMS = [
  ...['a', 'b', '-', ' ', '.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\b', '\\B', '\\.'],
  ...['\\/', '\\n', '\\t', '\\cA', '\\0', '\\x41', '\\u0041', '\\u{1F600}', '\\uD83D\\uDE00'],
  ...['[ab]', '[^ab]', '[\\s\\d]', '[^\\S]', '[a-z]', '[]', '[^]', '[[:a]', '[\\]^-]', '[\\b]'],
  ...['\\p{L}', '\\P{Lu}', '\\p{Script=Greek}', '[\\p{Nd}_]', '\u2028', 'é', '😀', '^', '$'],
];

const { pattern: anyPattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(...ATOMS),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => one + other),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `${one}|${other}`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{0,2}', '{1,}'))
      .map(([each, times]) => `(?:${each})${times}`),
    tie('pattern').map((each) => `(${each})`),
    tie('pattern').map((each) => `(?<name>${each})`),
  ),
}));

const anyText = fc
  .array(
    fc.constantFrom(
      ...['a', 'b', 'A', '1', '_', ' ', '\n', '\r', '\v', '\u00a0', '\u2028', '\ufeff', '-', '.'],
      ...['[', ':', ']', '^', '/', 'é', '😀', 'Ω', '\ud800', '\0', '\u0001', '\b', '٣'],
    ),
    { maxLength: 6 },
  )
  .map((each) => each.join(''));

function isValid(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

describe('a pattern of a rule (T-3)', () => {
  it('matches what ECMAScript matches, or is refused', () => {
    let compared = 0;
    fc.assert(
      fc.property(
        anyPattern.filter(isValid),
        fc.array(anyText, { maxLength: 8 }),
        (pattern, texts) => {
          const compiled = compilePattern(pattern);
          if (compiled.status === 'refused') return;
          for (const text of texts) {
            compared += 1;
            expect([pattern, text, compiled.matches(text, new Work(MOST_WORK))]).toEqual([
              pattern,
              text,
              new RegExp(pattern, 'u').test(text),
            ]);
          }
        },
      ),
      { numRuns: 3_000 },
    );
    expect(compared).toBeGreaterThan(3_000);
  });
});
