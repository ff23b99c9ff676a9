import type { ReducedResult } from '@mortise/sdk';
import { describe, expect, it } from 'vitest';
import { readFileReducer } from './read-file-reducer.ts';

const FILE = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}: größer 😀\n`).join('');

function read(value: string, args: unknown = { path: 'a.txt' }): ReducedResult {
  return readFileReducer.reduce({ ok: true, value }, { args, turnCount: 1 });
}

describe('E-12: the read_file reducer on a read without a range', () => {
  it('is registered for the read_file tool', () => {
    expect(readFileReducer.toolName).toBe('read_file');
  });

  it('gives the size, 200 lines, and the arguments that read on', () => {
    const bytes = Buffer.byteLength(FILE).toLocaleString('en-US');
    expect(read(FILE)).toEqual({
      ok: true,
      value: [
        `[file: 5,000 lines, ${bytes} bytes; showing lines 1-200]`,
        ...FILE.split('\n').slice(0, 200),
        '[… 4,800 lines left; to read on pass lineStart: 201, lineEnd: 400 …]',
      ].join('\n'),
    });
  });

  it.each([
    { file: 'an empty file', value: '' },
    { file: 'a small file', value: 'a\nb\n' },
    { file: '200 lines', value: 'some words on a line\n'.repeat(200) },
    {
      file: '200 lines without a final line end',
      value: `${'some words on a line\n'.repeat(199)}end`,
    },
    { file: 'so short an excess that the marker would be longer', value: 'a\n'.repeat(205) },
    { file: 'one endless line', value: 'x'.repeat(100_000) },
  ])('leaves $file alone', ({ value }) => {
    expect(read(value)).toEqual({ ok: true, value });
  });

  it('drops the hint where only the marker pays', () => {
    const value = 'a\n'.repeat(250);
    expect(read(value)).toEqual({
      ok: true,
      value: `${'a\n'.repeat(200)}[… 50 lines left; to read on pass lineStart: 201, lineEnd: 250 …]`,
    });
  });

  it.each([undefined, null, 'a.txt', {}, { lineStart: null, lineEnd: undefined }])(
    'takes the arguments %j for no range',
    (args) => {
      expect(read(FILE, args ?? null)).not.toEqual({ ok: true, value: FILE });
    },
  );

  it('takes a megabyte of line ends in its stride', { timeout: 3_000 }, () => {
    const value = '\n'.repeat(1_000_000);
    expect(read(value)).toMatchObject({
      ok: true,
      value: expect.stringContaining('999,800 lines left'),
    });
  });
});

describe('E-12: the read_file reducer on anything else', () => {
  it.each([{ lineStart: 1 }, { lineEnd: 4_000 }, { lineStart: 0, lineEnd: 0 }])(
    'leaves a read with %j alone',
    (args) => {
      expect(read(FILE, args)).toEqual({ ok: true, value: FILE });
    },
  );

  it('returns a failure as it is', () => {
    const failure: ReducedResult = { ok: false, error: FILE, code: 'execution_failed' };
    expect(readFileReducer.reduce(failure, { args: {}, turnCount: 1 })).toBe(failure);
  });

  it('keeps structured data and cost', () => {
    const result = {
      ok: true as const,
      value: FILE,
      structured: { path: 'a.txt' },
      cost_usd: 0,
    };
    expect(readFileReducer.reduce(result, { args: {}, turnCount: 1 })).toMatchObject({
      structured: { path: 'a.txt' },
      cost_usd: 0,
    });
  });
});
