import { createTableFormat } from '../table-format.ts';
import { NOTABLE_LINE } from './notable-line.ts';

export const pipOutput = createTableFormat({
  name: 'pip',
  requires: [/^(?:Successfully installed |Requirement already satisfied: )\S/],
  // A resolver conflict is printed beside a success; which line matters is not ours to choose.
  rejects: /^\s*ERROR: /,
  drops: [
    { line: /^(?:Collecting|Obtaining|Processing) \S/, verdict: 'progress' },
    { line: /^ {2}(?:Downloading|Using cached) \S/, verdict: 'progress' },
    { line: /^ +━/, verdict: 'progress' },
    { line: /^Requirement already satisfied: .+ \(from /, verdict: 'progress' },
    {
      line: /^ {2}(?:Preparing metadata|Getting requirements to build wheel|Installing build dependencies|Building wheel for) .*(?:started|done|finished with status 'done')$/,
      verdict: 'progress',
    },
    { line: /^ {2}(?:Created wheel for|Stored in directory:) /, verdict: 'progress' },
    {
      line: /^(?:Looking in indexes|Looking in links|Installing collected packages): /,
      verdict: 'progress',
    },
  ],
  keeps: NOTABLE_LINE,
  important: new RegExp(`${NOTABLE_LINE.source}|^Successfully installed `, 'i'),
});
