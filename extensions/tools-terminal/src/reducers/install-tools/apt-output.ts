import { createTableFormat } from '../table-format.ts';
import { NOTABLE_LINE } from './notable-line.ts';

const TOTALS = /^\d+ upgraded, \d+ newly installed, \d+ to remove and \d+ not upgraded\.$/;

export const aptOutput = createTableFormat({
  name: 'apt',
  requires: [TOTALS],
  rejects: /^(?:E: |dpkg: error|Errors were encountered)/,
  drops: [
    { line: /^(?:Get|Hit):\d+ /, verdict: 'progress' },
    {
      line: /^(?:Reading package lists|Building dependency tree|Reading state information)\.\.\./,
      verdict: 'progress',
    },
    { line: /^\(Reading database \.\.\./, verdict: 'progress' },
    {
      line: /^(?:Selecting previously unselected package|Preparing to unpack|Unpacking) \S/,
      verdict: 'progress',
    },
  ],
  keeps: NOTABLE_LINE,
  important: new RegExp(`${NOTABLE_LINE.source}|^[EW]: |${TOTALS.source}`, 'i'),
});
