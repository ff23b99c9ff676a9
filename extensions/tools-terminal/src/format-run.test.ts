import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRun } from './format-run.ts';
import { splitRun } from './reducers/split-run.ts';

const END = {
  exitCode: 0,
  signal: null,
  stdout: '',
  stderr: '',
  timedOut: false,
  truncated: false,
} as const;

describe('formatRun', () => {
  it.each([
    { end: { ...END, stdout: 'a\n' }, text: '[exit code 0]\na\n' },
    { end: END, text: '[exit code 0; no output]\n' },
    { end: { ...END, exitCode: 2, stderr: 'no\n' }, text: '[exit code 2]\n[stderr]\nno\n' },
    { end: { ...END, stdout: 'a', stderr: 'b' }, text: '[exit code 0]\na\n[stderr]\nb' },
    {
      end: { ...END, exitCode: null, signal: 'SIGKILL', timedOut: true },
      text: '[ended by SIGKILL; took too long and was ended; no output]\n',
    },
  ])('writes $text', ({ end, text }) => {
    expect(formatRun(end).text).toBe(text);
  });

  it.each(['x', '\n', '\u0001', '"'])('fits a result whatever it is made of: %j', (char) => {
    const run = formatRun({ ...END, stdout: char.repeat(256_000), stderr: char.repeat(256_000) });
    expect(JSON.stringify(run).length).toBeLessThan(250_000);
    expect(run.text).toContain('omitted …]');
  });

  it('can be taken apart exactly, even if the output imitates it', () => {
    const anyStream = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('[stderr]\n', 'a\n[stderr]\nb', '\n'),
    );
    fc.assert(
      fc.property(anyStream, anyStream, (stdout, stderr) => {
        const { text, structured } = formatRun({ ...END, stdout, stderr });
        expect(splitRun(text, structured)).toMatchObject({ stdout, stderr });
      }),
    );
  });

  it.each([
    undefined,
    null,
    {},
    { stdoutChars: 1, stderrChars: 0 },
    { stdoutChars: -1, stderrChars: 9 },
  ])('is not taken apart by facts of another text: %j', (structured) => {
    expect(splitRun('[exit code 0]\nabc', structured)).toBeUndefined();
  });
});
