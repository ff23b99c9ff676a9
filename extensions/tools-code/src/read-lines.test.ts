import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChunks } from './read-chunks.ts';
import { readLines } from './read-lines.ts';
import { memoryFiles } from './testing/memory-files.ts';

function read(text: string, first = 1, last = Number.MAX_SAFE_INTEGER) {
  return readLines(readChunks(memoryFiles({ a: text }), 'a'), { first, last });
}

describe('readLines', () => {
  it.each([
    { text: '', first: 1, last: 9, gives: '', total: 0 },
    { text: 'a', first: 1, last: 9, gives: 'a', total: 1 },
    { text: 'a\n', first: 1, last: 9, gives: 'a\n', total: 1 },
    { text: 'a\n\nb', first: 2, last: 2, gives: '\n', total: 3 },
    { text: 'a\r\nb\r\n', first: 2, last: 2, gives: 'b\r\n', total: 2 },
    { text: 'a\nb\n', first: 3, last: 9, gives: '', total: 2 },
  ])('takes $first to $last of $text', async ({ text, first, last, gives, total }) => {
    expect(await read(text, first, last)).toMatchObject({ text: gives, totalLines: total });
  });

  it('gives any range of any text as splitting it would', async () => {
    const anyLine = fc
      .string({ unit: 'grapheme', maxLength: 8 })
      .filter((line) => !line.includes('\n'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyLine, { maxLength: 30 }),
        fc.integer({ min: 1, max: 30 }),
        fc.nat({ max: 10 }),
        async (lines, first, more) => {
          const text = lines.map((line) => `${line}\n`).join('');
          const wanted = lines.slice(first - 1, first + more).map((line) => `${line}\n`);
          expect((await read(text, first, first + more)).text).toBe(wanted.join(''));
        },
      ),
    );
  });

  it('reads far into a file that is larger than one read, across cut characters', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `größer 😀 ${index}\n`);
    const found = await read(lines.join(''), 59_000, 59_001);
    expect(found).toMatchObject({ text: lines.slice(58_999, 59_001).join(''), totalLines: 60_000 });
  });

  it('reads a line that is longer than one read', async () => {
    const line = '😀'.repeat(200_000);
    expect(await read(`a\n${line}\nb\n`, 3, 3)).toMatchObject({ text: 'b\n', totalLines: 3 });
  });

  it('stops before a result would be too large, and counts on', async () => {
    const found = await read('0123456789"\n'.repeat(40_000));
    expect(found).toMatchObject({ isCut: true, totalLines: 40_000 });
    expect(JSON.stringify(found.text).length).toBeLessThan(241_000);
    expect(found.last).toBe(found.text.split('\n').length - 1);
  });

  it('says that bytes are not text instead of guessing', async () => {
    const bytes = Buffer.alloc(1_200_000, 0xff);
    const files = memoryFiles({});
    const reading = readLines(
      readChunks({ ...files, read: async (_path, options = {}) => rangeOf(bytes, options) }, 'a'),
      { first: 1, last: 2 },
    );
    await expect(reading).rejects.toThrow('a is not UTF-8 text');
  });
});

function rangeOf(all: Buffer, { offset = 0, length }: { offset?: number; length?: number }) {
  const part = all.subarray(offset, length === undefined ? undefined : offset + length);
  return {
    ...{ content: part.toString('utf8'), encoding: 'utf8' as const, size: all.length, offset },
    ...{ bytes: part.length, eof: offset + part.length >= all.length },
  };
}
