import { createTableFormat } from '../table-format.ts';
import { NOTABLE_LINE } from './notable-line.ts';

const DONE = /^(?:Done in [\d.]+m?s\b.*|Already up to date)$/;

export const pnpmOutput = createTableFormat({
  name: 'pnpm',
  requires: [
    DONE,
    /^(?:Progress: resolved \d+, |Packages: [+-]\d+|Lockfile is up to date|Already up to date)/,
  ],
  rejects: /\bERR_PNPM_|^\s*ERR/,
  drops: [
    {
      line: /^Progress: resolved \d+, reused \d+, downloaded \d+, added \d+$/,
      verdict: 'progress',
    },
    { line: /^Packages are (?:hard linked|cloned|copied) from /, verdict: 'progress' },
    { line: /^ {2}(?:Content-addressable|Virtual) store is at: /, verdict: 'progress' },
    { line: /^\++-*$/, verdict: 'progress' },
    { line: /^$/, verdict: 'hint' },
  ],
  keeps: NOTABLE_LINE,
  important: new RegExp(`${NOTABLE_LINE.source}|${DONE.source}`, 'i'),
});
