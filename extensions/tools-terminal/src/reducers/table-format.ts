import { type LineVerdict, lineMatches, type OutputFormat } from './output-format.ts';

/** A format that judges each line by itself, given as patterns. */
export interface FormatTable {
  readonly name: string;
  /** Each must match some line, or the output is not of this format (or did not reach its end). */
  readonly requires: readonly RegExp[];
  /** A line that shows that things went wrong in a way that is better left as printed. */
  readonly rejects?: RegExp;
  readonly drops: readonly DropRule[];
  /** Lines that stay even where a drop rule matches. */
  readonly keeps?: RegExp;
  /**
   * Names the tests that failed, as group 1. A test that printed "ok" before it failed has a line
   * that looks like a pass; a drop rule whose group 1 is such a name does not apply.
   */
  readonly failures?: RegExp;
  /** Stretches that stay whole, because they quote what tests printed or expected. */
  readonly protects?: readonly ProtectedStretch[];
  readonly important: RegExp;
}

export interface DropRule {
  readonly line: RegExp;
  readonly verdict: LineVerdict;
}

export interface ProtectedStretch {
  readonly from: RegExp;
  /** The first line after the stretch; without it the stretch runs to the end of the output. */
  readonly until?: RegExp;
}

export function createTableFormat(table: FormatTable): OutputFormat {
  return {
    name: table.name,
    matches: (lines) => matchesTable(lines, table),
    judge: (lines) => judgeByTable(lines, table),
    isImportant: (line) => lineMatches(line, table.important),
  };
}

/** Whether the lines hold everything the table requires and nothing it rejects. */
export function matchesTable(
  lines: readonly string[],
  table: Pick<FormatTable, 'requires' | 'rejects'>,
): boolean {
  const { rejects } = table;
  if (rejects !== undefined && lines.some((line) => lineMatches(line, rejects))) return false;
  return table.requires.every((pattern) => lines.some((line) => lineMatches(line, pattern)));
}

function judgeByTable(lines: readonly string[], table: FormatTable): LineVerdict[] {
  const failed = failedNames(lines, table.failures);
  let stretch: ProtectedStretch | undefined;
  return lines.map((line) => {
    if (stretch?.until !== undefined && lineMatches(line, stretch.until)) stretch = undefined;
    stretch ??= table.protects?.find(({ from }) => lineMatches(line, from));
    return stretch === undefined ? judgeLine(line, table, failed) : 'keep';
  });
}

function judgeLine(line: string, table: FormatTable, failed: ReadonlySet<string>): LineVerdict {
  const rule = table.drops.find((candidate) => lineMatches(line, candidate.line));
  if (rule === undefined) return 'keep';
  if (table.keeps !== undefined && lineMatches(line, table.keeps)) return 'keep';
  const name = rule.line.exec(line)?.[1];
  return name !== undefined && failed.has(name) ? 'keep' : rule.verdict;
}

function failedNames(lines: readonly string[], pattern: RegExp | undefined): ReadonlySet<string> {
  if (pattern === undefined) return new Set();
  const matching = lines.filter((line) => lineMatches(line, pattern));
  return new Set(matching.map((line) => pattern.exec(line)?.[1] ?? ''));
}
