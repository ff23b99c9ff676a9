import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FRAME_END } from './frame-codec.ts';
import { FrameSplitter } from './frame-splitter.ts';

describe('FrameSplitter', () => {
  it('gives the same frames however the text is cut', () => {
    const text = fc.array(
      fc.string().map((line) => line.replaceAll(FRAME_END, ' ')),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 10 })), (lines, cuts) => {
        const seen: string[] = [];
        const splitter = new FrameSplitter(1_000, (line) => seen.push(line));
        let rest = lines.map((line) => `${line}${FRAME_END}`).join('');
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
    { what: 'a whole frame', chunks: [`${'x'.repeat(11)}${FRAME_END}`] },
    { what: 'a frame without an end', chunks: ['x'.repeat(6), 'x'.repeat(6)] },
  ])('refuses $what that is too long', ({ chunks }) => {
    const splitter = new FrameSplitter(10, () => undefined);
    expect(chunks.map((chunk) => splitter.push(chunk)).at(-1)).toBe(false);
  });
});
