import { type LineVerdict, lineMatches, type OutputFormat } from '../output-format.ts';
import { matchesTable } from '../table-format.ts';
import { FAILURE_LINE } from './failure-line.ts';

const POINT = /^(\s*)(ok|not ok) \d+(?: - (.*))?$/;
const DIRECTIVE = /# (?:skip|todo)\b/i;
const TOTAL = /^# (?:tests|pass|fail|cancelled|skipped) \d+$/;

/** TAP as `node --test` prints it: a point may be followed by a YAML block of its details. */
export const nodeTestTapOutput: OutputFormat = {
  name: 'node:test (TAP)',
  matches: (lines) =>
    matchesTable(lines, { requires: [/^TAP version 1[34]$/, /^# pass \d+$/, /^# fail \d+$/] }),
  judge: judgeTap,
  isImportant: (line) => lineMatches(line, FAILURE_LINE) || lineMatches(line, TOTAL),
};

interface TestPoint {
  readonly indent: string;
  readonly title: string;
  readonly isPassing: boolean;
}

function judgeTap(lines: readonly string[]): LineVerdict[] {
  const verdicts: LineVerdict[] = lines.map(() => 'keep');
  let at = 0;
  while (at < lines.length) {
    const point = readPoint(lines[at]);
    const end = point === undefined ? at + 1 : endOfDetails(lines, at + 1, point.indent);
    if (point?.isPassing) {
      // The heading repeats the title that the point carries.
      const isHeaded = lines[at - 1] === `${point.indent}# Subtest: ${point.title}`;
      verdicts.fill('passing', isHeaded ? at - 1 : at, end);
    }
    at = end;
  }
  return verdicts;
}

function readPoint(line: string | undefined): TestPoint | undefined {
  if (line === undefined || !lineMatches(line, POINT)) return undefined;
  const [, indent = '', state, title = ''] = POINT.exec(line) ?? [];
  return { indent, title, isPassing: state === 'ok' && !DIRECTIVE.test(title) };
}

/** Behind the YAML block, which may quote anything, or `start` if there is no complete one. */
function endOfDetails(lines: readonly string[], start: number, indent: string): number {
  if (lines[start] !== `${indent}  ---`) return start;
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === `${indent}  ...`) return at + 1;
    if (line !== '' && !line?.startsWith(`${indent}  `)) return start;
  }
  return start;
}
