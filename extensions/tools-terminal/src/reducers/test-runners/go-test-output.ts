import { type LineVerdict, lineMatches, type OutputFormat } from '../output-format.ts';
import { FAILURE_LINE } from './failure-line.ts';

const PACKAGE = /^(?:ok {2}|FAIL)\t\S+/;
const FINISHED = /^\s*--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/;
const STEP = /^=== (?:RUN|PAUSE|CONT|NAME) +(\S+)$/;

/** `go test -v`: the steps of tests that passed go, everything a test logged stays. */
export const goTestOutput: OutputFormat = {
  name: 'go test',
  matches: (lines) => lines.some((line) => lineMatches(line, PACKAGE)),
  judge: judgeGo,
  isImportant: (line) => lineMatches(line, FAILURE_LINE) || lineMatches(line, PACKAGE),
};

function judgeGo(lines: readonly string[]): LineVerdict[] {
  const passing = namesThatOnlyPassed(lines);
  let hasPanicked = false;
  return lines.map((line) => {
    hasPanicked ||= line.startsWith('panic: ');
    if (hasPanicked) return 'keep';
    const name = capture(line, FINISHED, 2) ?? capture(line, STEP, 1);
    return name !== undefined && passing.has(name) ? 'passing' : 'keep';
  });
}

/** One name may run in several packages or several times; one failure keeps all its lines. */
function namesThatOnlyPassed(lines: readonly string[]): ReadonlySet<string> {
  const byState = { PASS: new Set<string>(), other: new Set<string>() };
  for (const line of lines) {
    const name = capture(line, FINISHED, 2);
    if (name !== undefined)
      byState[capture(line, FINISHED, 1) === 'PASS' ? 'PASS' : 'other'].add(name);
  }
  return byState.PASS.difference(byState.other);
}

function capture(line: string, pattern: RegExp, group: number): string | undefined {
  return lineMatches(line, pattern) ? pattern.exec(line)?.[group] : undefined;
}
