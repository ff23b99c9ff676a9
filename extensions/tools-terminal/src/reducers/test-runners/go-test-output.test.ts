import { describe, expect, it } from 'vitest';
import { reduceTerminal } from '../fixtures/reduce-terminal.ts';

// Written by hand after the format's documentation: no Go tool chain on the capturing machine.
const GO_OUTPUT = [
  ...Array.from({ length: 9 }, (_, index) => [
    `=== RUN   TestGood${index}`,
    `--- PASS: TestGood${index} (0.00s)`,
  ]).flat(),
  '=== RUN   TestWrong',
  '    sum_test.go:12: got 2, want 3',
  '--- FAIL: TestWrong (0.00s)',
  '=== RUN   TestLater',
  '    sum_test.go:20: later',
  '--- SKIP: TestLater (0.00s)',
  'FAIL',
  'FAIL\texample.test/sum\t0.003s',
  'ok  \texample.test/other\t0.001s',
  '?   \texample.test/none\t[no test files]',
  'FAIL',
  '',
].join('\n');

describe('E-12: go test', () => {
  it('drops the steps of passing tests and nothing else', () => {
    const original = GO_OUTPUT.split('\n');
    expect(reduceTerminal('go test -v ./...', GO_OUTPUT).split('\n')).toEqual([
      '[… 18 lines omitted: passing tests …]',
      ...original.slice(18),
    ]);
  });

  it('keeps the lines of a name that passed in one package and failed in another', () => {
    const value = `=== RUN   TestWrong\n--- PASS: TestWrong (0.00s)\n${GO_OUTPUT}`;
    expect(reduceTerminal('go test -v ./...', value)).toContain(
      '=== RUN   TestWrong\n    sum_test',
    );
  });

  it('keeps everything from a panic on', () => {
    const value = `panic: boom\n${GO_OUTPUT}`;
    expect(reduceTerminal('go test -v', value)).toBe(value);
  });
});
