import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitLines } from './fit-lines.ts';
import { paint } from './paint.ts';

describe('lines that fit a terminal', () => {
  it('go on below the last column of a table', () => {
    const line = `  ok  configuration  ${'word '.repeat(20).trim()}`;
    expect(fitLines(line, 60).split('\n')).toEqual([
      `  ok  configuration  ${'word '.repeat(8).trim()}`,
      `                     ${'word '.repeat(8).trim()}`,
      `                     ${'word '.repeat(4).trim()}`,
    ]);
  });

  it('are left alone where nobody said how wide it is, and where they fit', () => {
    const long = 'x '.repeat(200);
    expect(fitLines(long, undefined)).toBe(long);
    expect(fitLines('short', 80)).toBe('short');
  });

  it('do not count colours', () => {
    const painted = Array.from({ length: 10 }, () => paint({ hasColour: true }, 'red', 'word'));
    expect(fitLines(painted.join(' '), 60)).toBe(painted.join(' '));
  });

  it('keep every word, and are too long only for a word that is', () => {
    const text = fc.array(fc.stringMatching(/^[a-z]{1,90}$/), { maxLength: 30 });
    fc.assert(
      fc.property(text, fc.integer({ min: 40, max: 100 }), (words, columns) => {
        const fitted = fitLines(words.join(' '), columns);
        expect(fitted.split(/\s+/).filter(Boolean)).toEqual(words);
        for (const line of fitted.split('\n')) {
          expect(line.length <= columns || !line.trim().includes(' ')).toBe(true);
        }
      }),
    );
  });
});
