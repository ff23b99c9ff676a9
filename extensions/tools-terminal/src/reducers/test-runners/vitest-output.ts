import { createTableFormat } from '../table-format.ts';
import { FAILURE_LINE } from './failure-line.ts';

const TOTALS = /^ {1,2}Test Files {2}.+\(\d+\)$/;
const TESTS = /^ +Tests {2}.+\(\d+\)$/;

export const vitestOutput = createTableFormat({
  name: 'vitest',
  requires: [TOTALS, TESTS],
  drops: [{ line: /^\s*✓ ./, verdict: 'passing' }],
  // A retry is a flaky test; skipped tests inside a passing file are named nowhere else.
  keeps: /\((?:retry|repeat) x\d|\| \d+ (?:skipped|todo|failed)/,
  protects: [{ from: /^⎯+ / }, { from: /^std(?:out|err) \| /, until: /^$/ }],
  important: new RegExp(`${FAILURE_LINE.source}|${TOTALS.source}|${TESTS.source}`),
});
