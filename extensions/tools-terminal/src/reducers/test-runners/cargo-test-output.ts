import { createTableFormat } from '../table-format.ts';
import { FAILURE_LINE } from './failure-line.ts';

const RESULT = /^test result: \w+\. \d+ passed; \d+ failed;/;

export const cargoTestOutput = createTableFormat({
  name: 'cargo test',
  requires: [/^running \d+ tests?$/, RESULT],
  drops: [
    { line: /^test (\S+(?: - .+)?) \.\.\. ok$/, verdict: 'passing' },
    { line: /^ +(?:Compiling|Downloading|Downloaded|Checking|Fresh) \S+ v/, verdict: 'progress' },
  ],
  failures: /^---- (.+) stdout ----$/,
  // To the end: what a failing test printed may look like the next part of the report.
  protects: [{ from: /^failures:$/ }],
  important: new RegExp(`${FAILURE_LINE.source}|${RESULT.source}`),
});
