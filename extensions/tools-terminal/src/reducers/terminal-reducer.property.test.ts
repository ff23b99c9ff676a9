import type { ReducedResult } from '@mortise/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFixture } from './fixtures/reduce-terminal.ts';
import { stripAnsi } from './strip-ansi.ts';
import { terminalReducer } from './terminal-reducer.ts';

// Lines of every format, so that random outputs get past the shape checks and mix formats.
const KNOWN_LINES = [
  'git-dirty-long',
  'git-dirty-short',
  'git-rebase-conflict-long',
  'vitest-failing-verbose',
  'jest-failing-verbose',
  'node-test-failing-spec',
  'node-test-failing-tap',
  'pytest-failing-verbose',
  'unittest-failing-verbose',
  'cargo-failing',
  'npm-verbose',
  'pnpm-deprecated',
  'yarn-deprecated',
  'pip-clean',
  'apt-simulated',
  'vitest-coloured',
].flatMap((name) => readFixture(name).split('\n'));
const COMMANDS = [
  'git status',
  'npm test',
  'npm install',
  'yarn',
  'pip install x',
  'cd a && git status -s',
  'ls',
  'pnpm test | tail',
];

const anyLine = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...KNOWN_LINES) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 500, maxLength: 3_000 }) },
);
const anyOutput = fc.oneof(
  fc.array(anyLine, { maxLength: 400, size: 'max' }).map((lines) => lines.join('\n')),
  fc.string({ unit: 'binary', size: 'large' }),
);
const anyArgs = fc.oneof(
  fc.record({ command: fc.oneof(fc.constantFrom(...COMMANDS), fc.string()) }),
  fc.anything(),
);

function reducedText(value: string, args: unknown): string {
  const reduced = terminalReducer.reduce({ ok: true, value }, { args, turnCount: 1 });
  if (!reduced.ok) throw new Error('a success became a failure');
  return reduced.value;
}

describe('E-11: the terminal reducer on arbitrary output', () => {
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

  it('never changes a failure', () => {
    fc.assert(
      fc.property(anyOutput, anyArgs, (error, args) => {
        const failure: ReducedResult = { ok: false, error, code: 'execution_failed' };
        expect(terminalReducer.reduce(failure, { args, turnCount: 1 })).toBe(failure);
      }),
    );
  });
});

describe('E-12: the terminal reducer on arbitrary output', () => {
  const OURS = /^\[(?:… [\d,]+ (?:lines?|characters?) (?:omitted(?:: [a-z ]+)?) …)\]$/;

  it('keeps lines of the input, in order, and adds only markers', () => {
    fc.assert(
      fc.property(anyOutput, anyArgs, (value, args) => {
        const kept = reducedText(value, args)
          .split('\n')
          .filter((line) => !OURS.test(line));
        // Markers of ours may be part of a random input; then fewer lines are compared.
        const source = stripAnsi(value).replaceAll('\r\n', '\n');
        let from = 0;
        for (const line of kept) {
          // A part of a line is allowed: an endless line is cut between characters.
          const at = source.indexOf(stripAnsi(line).replace(/\r$/, ''), from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at;
        }
      }),
    );
  });

  it('keeps every line of a failure and of the totals, whatever stands around them', () => {
    const failure = [
      '⎯⎯⎯ Failed Tests 1 ⎯⎯⎯',
      ' FAIL  a.test.ts > b',
      'AssertionError: c',
      ' Test Files  1 failed (1)',
      '      Tests  1 failed (1)',
    ];
    const noise = fc.array(fc.constantFrom(...KNOWN_LINES), { maxLength: 300, size: 'max' });
    fc.assert(
      fc.property(noise, (lines) => {
        const text = reducedText([...lines, ...failure].join('\n'), {
          command: 'vitest run',
        });
        expect(text.endsWith(failure.join('\n'))).toBe(true);
      }),
    );
  });
});
