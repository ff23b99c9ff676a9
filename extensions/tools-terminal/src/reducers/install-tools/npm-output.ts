import { createTableFormat } from '../table-format.ts';
import { NOTABLE_LINE } from './notable-line.ts';

const TOTALS = /^(?:added|removed|changed|up to date)\b.* in [\d.]+(?:ms|s|m)$/;

export const npmOutput = createTableFormat({
  name: 'npm',
  requires: [TOTALS],
  rejects: /^npm (?:error|ERR!)/,
  drops: [
    { line: /^npm http (?:fetch [A-Z]+ [23]\d\d|cache) /, verdict: 'progress' },
    { line: /^npm (?:timing|sill|silly) /, verdict: 'progress' },
    { line: /^\d+ packages? (?:is|are) looking for funding$/, verdict: 'hint' },
    { line: /^ {2}run `npm fund` for details$/, verdict: 'hint' },
    { line: /^$/, verdict: 'hint' },
  ],
  keeps: NOTABLE_LINE,
  important: new RegExp(`${NOTABLE_LINE.source}|${TOTALS.source}`, 'i'),
});
