import { createTableFormat } from '../table-format.ts';
import { FAILURE_LINE } from './failure-line.ts';

const TOTALS =
  /^(?:=+ )?(?:no tests ran|\d+ (?:passed|failed|skipped|errors?|deselected|xfailed|xpassed|warnings?))\b.* in [\d.]+s/;

export const pytestOutput = createTableFormat({
  name: 'pytest',
  requires: [TOTALS],
  drops: [
    { line: /^([^\s:]+::.+) PASSED +\[ *\d+%\]$/, verdict: 'passing' },
    { line: /^\S+\.py \.+ +\[ *\d+%\]$/, verdict: 'passing' },
  ],
  failures: /^(?:FAILED|ERROR) ([^\s:]+::.+?)(?: - |$)/,
  protects: [
    { from: /^=+ (?:FAILURES|ERRORS|PASSES|warnings summary|short test summary info) =+/ },
  ],
  important: new RegExp(`${FAILURE_LINE.source}|${TOTALS.source}`),
});
