import type { ReducedResult } from '@mortise/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFileReducer } from './read-file-reducer.ts';

const OURS = /^\[(?:… [\d,]+ lines? left; to read on pass .+ …|file: .+)\]$/;
const anyOutput = fc.oneof(
  fc
    .array(fc.string({ unit: 'grapheme', maxLength: 20, size: 'small' }), {
      maxLength: 600,
      size: 'max',
    })
    .map((lines) => lines.join('\n')),
  fc.string({ unit: 'binary', size: 'large' }),
);
const anyArgs = fc.oneof(fc.constant({ path: 'a.txt' }), fc.anything());

function reducedText(value: string, args: unknown): string {
  const reduced = readFileReducer.reduce({ ok: true, value }, { args, turnCount: 1 });
  if (!reduced.ok) throw new Error('a success became a failure');
  return reduced.value;
}

describe('E-11: the read_file reducer on arbitrary output', () => {
  it('never throws, never grows the text, never splits a surrogate pair, always answers the same', () => {
    fc.assert(
      fc.property(anyOutput, anyArgs, (value, args) => {
        const text = reducedText(value, args);
        expect(text.length).toBeLessThanOrEqual(value.length);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(Buffer.byteLength(value));
        if (value.isWellFormed()) expect(text.isWellFormed()).toBe(true);
        expect(reducedText(value, args)).toBe(text);
      }),
    );
  });

  it('keeps the first lines of the input and adds only markers', () => {
    fc.assert(
      fc.property(anyOutput, anyArgs, (value, args) => {
        const kept = reducedText(value, args)
          .split('\n')
          .filter((line) => !OURS.test(line));
        expect(value.startsWith(kept.join('\n'))).toBe(true);
      }),
    );
  });

  it('never changes a failure', () => {
    fc.assert(
      fc.property(anyOutput, anyArgs, (error, args) => {
        const failure: ReducedResult = { ok: false, error, code: 'execution_failed' };
        expect(readFileReducer.reduce(failure, { args, turnCount: 1 })).toBe(failure);
      }),
    );
  });
});
