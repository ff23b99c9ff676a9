import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from './line-splitter.ts';

describe('LineSplitter', () => {
  it('gives the same lines however the text is cut', () => {
    const text = fc.array(
      fc.string().map((line) => line.replaceAll('\n', ' ')),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 10 })), (lines, cuts) => {
        const seen: string[] = [];
        const splitter = new LineSplitter(1_000, (line) => seen.push(line));
        let rest = lines.map((line) => `${line}\n`).join('');
        for (const cut of cuts) {
          splitter.push(rest.slice(0, cut));
          rest = rest.slice(cut);
        }
        splitter.push(rest);
        expect(seen).toEqual(lines);
      }),
    );
  });

  it.each([
    { what: 'a whole line', chunks: [`${'x'.repeat(11)}\n`] },
    { what: 'a line without an end', chunks: ['x'.repeat(6), 'x'.repeat(6)] },
  ])('refuses $what that is too long', ({ chunks }) => {
    const splitter = new LineSplitter(10, () => undefined);
    expect(chunks.map((chunk) => splitter.push(chunk)).at(-1)).toBe(false);
  });
});
