import { createTableFormat } from '../table-format.ts';
import { FAILURE_LINE } from './failure-line.ts';

const SUITES = /^Test Suites: .+ total$/;
const TESTS = /^Tests: +.+ total$/;

export const jestOutput = createTableFormat({
  name: 'jest',
  requires: [SUITES, TESTS],
  drops: [
    { line: /^\s+✓ ./, verdict: 'passing' },
    { line: /^PASS \S/, verdict: 'passing' },
  ],
  // Failure messages and logs are indented, so only jest itself starts a line with these words.
  protects: [{ from: /^\s+(?:●|console\.\w+$)/, until: /^(?:PASS|FAIL|Test Suites:) / }],
  important: new RegExp(`${FAILURE_LINE.source}|${SUITES.source}|${TESTS.source}`),
});
