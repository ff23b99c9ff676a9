import { type LineVerdict, lineMatches, type OutputFormat } from '../output-format.ts';
import { matchesTable } from '../table-format.ts';
import { NOTABLE_LINE } from './notable-line.ts';

const DONE = /^(?:✨ {2})?Done in [\d.]+s\.$/;
const STEP = /^\[\d\/\d\] .+\.\.\.$/;
const TREE = /^[├└]─ /;

/** Yarn 1. The list of all dependencies repeats the lockfile; the direct ones stay. */
export const yarnOutput: OutputFormat = {
  name: 'yarn',
  matches: (lines) =>
    matchesTable(lines, {
      requires: [/^yarn (?:install|add|upgrade) v1\./, DONE],
      rejects: /^error /,
    }),
  judge: judgeYarn,
  isImportant: (line) => lineMatches(line, NOTABLE_LINE) || lineMatches(line, DONE),
};

function judgeYarn(lines: readonly string[]): LineVerdict[] {
  let isInFullList = false;
  return lines.map((line) => {
    const isTree = lineMatches(line, TREE);
    isInFullList = line === 'info All dependencies' || (isInFullList && isTree);
    if (lineMatches(line, NOTABLE_LINE)) return 'keep';
    return lineMatches(line, STEP) || (isInFullList && isTree) ? 'progress' : 'keep';
  });
}
