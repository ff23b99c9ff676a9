import type { ReducedResult } from '@mortise/sdk';
import { describe, expect, it } from 'vitest';
import { readFixture, reduceTerminal } from './fixtures/reduce-terminal.ts';
import { terminalReducer } from './terminal-reducer.ts';

const MEGABYTE_LOG = Array.from(
  { length: 20_000 },
  (_, index) => `line ${index} ${'x'.repeat(40)}`,
).join('\n');

describe('E-12: the terminal reducer on output it does not know', () => {
  it('is registered for the terminal tool', () => {
    expect(terminalReducer.toolName).toBe('terminal');
  });

  it('leaves 8,192 characters alone', () => {
    const value = 'line\n'.repeat(1_638).concat('ab');
    expect(value).toHaveLength(8_192);
    expect(reduceTerminal('make', value)).toBe(value);
  });

  it('keeps head and tail of a megabyte and counts the rest exactly', () => {
    const lines = reduceTerminal('make', MEGABYTE_LOG).split('\n');
    const at = lines.findIndex((line) => line.startsWith('[…'));
    expect(lines.slice(0, at)).toEqual(MEGABYTE_LOG.split('\n').slice(0, at));
    expect(lines.slice(at + 1)).toEqual(MEGABYTE_LOG.split('\n').slice(at + 1 - lines.length));
    const omitted = (20_000 - lines.length + 1).toLocaleString('en-US');
    expect(lines[at]).toBe(`[… ${omitted} lines omitted …]`);
  });

  it.each([
    { before: '', after: '' },
    { before: 'x', after: '' },
    { before: '', after: 'x' },
    { before: 'x', after: 'x' },
  ])('cuts one endless line between surrogate pairs (%j)', ({ before, after }) => {
    const reduced = reduceTerminal('make', `${before}${'😀'.repeat(10_000)}${after}`);
    expect(reduced.length).toBeLessThanOrEqual(8_192);
    expect(reduced.isWellFormed()).toBe(true);
    expect(reduced).toMatch(/\n\[… [\d,]+ characters omitted …\]\n/);
  });

  it.each([
    {
      output: 'prose that quotes git',
      command: 'cat notes.md',
      value: 'It says: nothing to commit, working tree clean\n\n\n',
    },
    {
      output: 'git status beside other output',
      command: 'git status; cat notes.md',
      value: `${readFixture('git-dirty-long')}It is done.\n`,
    },
    {
      output: 'git status under another command',
      command: 'cat status.txt',
      value: readFixture('git-dirty-long'),
    },
    {
      output: 'a test run that was filtered',
      command: 'vitest run | grep adds',
      value: readFixture('vitest-passing-verbose'),
    },
    { output: 'nothing', command: 'git status', value: '' },
  ])('leaves $output alone', ({ command, value }) => {
    expect(reduceTerminal(command, value)).toBe(value);
  });

  it.each([
    undefined,
    null,
    'git status',
    {},
    { command: 7 },
    {
      get command() {
        throw new Error('no');
      },
    },
  ])('takes arguments it cannot read (%#) for an unknown command', (args) => {
    const result: ReducedResult = { ok: true, value: readFixture('git-dirty-long') };
    expect(terminalReducer.reduce(result, { args, turnCount: 1 })).toBe(result);
  });
});

describe('E-11: the terminal reducer and the rest of a result', () => {
  it('keeps structured data, cost and media', () => {
    const rest = {
      structured: { exitCode: 0 },
      cost_usd: 0.5,
      media: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }],
    } as const;
    const result: ReducedResult = { ok: true, value: MEGABYTE_LOG, ...rest };
    const reduced = terminalReducer.reduce(result, { args: {}, turnCount: 1 });
    expect(reduced).toMatchObject({ ok: true, ...rest });
    expect(reduced).not.toEqual(result);
  });

  it('returns a failure as it is', () => {
    const failure: ReducedResult = { ok: false, error: MEGABYTE_LOG, code: 'execution_failed' };
    expect(terminalReducer.reduce(failure, { args: { command: 'git status' }, turnCount: 1 })).toBe(
      failure,
    );
  });
});

describe('E-12: the terminal reducer on a hostile megabyte', () => {
  const ESC = String.fromCharCode(27);
  it.each([
    { name: 'git status', command: 'git status -s', value: '?? a\n'.repeat(200_000) },
    {
      name: 'ticks',
      command: 'npm test',
      value: `${' ✓ a\nb\n'.repeat(140_000)} Test Files  1 passed (1)\n      Tests  1 passed (1)\n`,
    },
    {
      name: 'almost totals',
      command: 'npm test',
      value: `${`= 1 passed ${' in 1.1'.repeat(135)}\n`.repeat(1_000)}`,
    },
    {
      name: 'almost node IDs',
      command: 'npm test',
      value: `1 passed in 1s\n${`${':'.repeat(998)}\n`.repeat(1_000)}`,
    },
    {
      name: 'nested TAP',
      command: 'npm test',
      value: `TAP version 13\n# pass 1\n# fail 1\n${'ok 1 - a\n  ---\n'.repeat(70_000)}`,
    },
    { name: 'unfinished escapes', command: 'npm test', value: `${ESC}]${ESC}[1`.repeat(250_000) },
    {
      name: 'blank lines',
      command: 'npm install',
      value: `${'\n'.repeat(1_000_000)}up to date in 1s`,
    },
    { name: 'one line', command: 'npm install', value: ' '.repeat(1_000_000) },
  ])('$name: stays within the time and size limits', ({ command, value }) => {
    const before = process.cpuUsage();
    const reduced = reduceTerminal(command, value);
    expect(process.cpuUsage(before).user / 1e6, 'seconds of CPU time').toBeLessThan(3);
    expect(reduced.length).toBeLessThanOrEqual(8_192);
  });
});
