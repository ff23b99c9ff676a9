import { createTableFormat } from '../table-format.ts';
import { FAILURE_LINE } from './failure-line.ts';

const RAN = /^Ran \d+ tests? in [\d.]+s$/;
const RESULT = /^(?:OK|FAILED|NO TESTS RAN)(?: \(.+\))?$/;

export const unittestOutput = createTableFormat({
  name: 'unittest',
  requires: [RAN, RESULT],
  drops: [{ line: /^(\w+ \(\S+\)) \.\.\. ok$/, verdict: 'passing' }],
  failures: /^(?:FAIL|ERROR): (\w+ \(\S+\))/,
  protects: [{ from: /^={70}$/ }],
  important: new RegExp(`${FAILURE_LINE.source}|${RAN.source}|${RESULT.source}`),
});
