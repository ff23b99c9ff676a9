import { countOf, omissionMarker, utf8Length } from '@mortise/extension-text';
import { headAndTail, OUTPUT_LIMIT } from './head-and-tail.ts';
import type { LineVerdict, OutputFormat } from './output-format.ts';

const DETAILS: Readonly<Partial<Record<LineVerdict, string>>> = {
  passing: 'passing tests',
  progress: 'progress',
  entries: 'further entries',
};

// Shares of OUTPUT_LIMIT in characters; what is left over pays for the markers between them.
const HEAD_SHARE = 2_000;
const IMPORTANT_SHARE = 3_000;
const TAIL_SHARE = 2_500;
/** No marker is longer, and no run that stays because its marker would be longer. */
const MARKER_ROOM = 60;

/** Leaves out the lines that `format` declares dispensable; bounded by `OUTPUT_LIMIT`. */
export function condenseOutput(lines: readonly string[], format: OutputFormat): string {
  const verdicts = format.judge(lines);
  const condensed = renderLines(lines, verdicts);
  if (condensed.length <= OUTPUT_LIMIT) return condensed;
  const bounded = renderLines(lines, cutMiddle(lines, verdicts, format));
  // Lines too long to choose between: cut the output itself, so that the marker counts its text.
  return bounded.length <= OUTPUT_LIMIT ? bounded : headAndTail(lines.join('\n'));
}

function renderLines(lines: readonly string[], verdicts: readonly LineVerdict[]): string {
  const rendered: string[] = [];
  let start = 0;
  while (start < lines.length) {
    const end = endOfRun(verdicts, start);
    const run = lines.slice(start, end);
    rendered.push(
      ...(verdicts[start] === 'keep' ? run : renderGap(run, verdicts.slice(start, end))),
    );
    start = end;
  }
  return rendered.join('\n');
}

/** A kept line is a run by itself; lines to leave out run until the next kept one. */
function endOfRun(verdicts: readonly LineVerdict[], start: number): number {
  if (verdicts[start] === 'keep') return start + 1;
  const next = verdicts.indexOf('keep', start);
  return next === -1 ? verdicts.length : next;
}

/** One marker for the run; hints go uncounted, because they say nothing about this output. */
function renderGap(lines: readonly string[], verdicts: readonly LineVerdict[]): readonly string[] {
  const counted = verdicts.filter((verdict) => verdict !== 'hint');
  const [first] = counted;
  if (first === undefined) return [];
  const detail = counted.every((verdict) => verdict === first) ? DETAILS[first] : undefined;
  const marker = omissionMarker(countOf(counted.length, 'line'), detail);
  const omittedLength = lines.reduce((sum, line) => sum + line.length + 1, 0);
  return utf8Length(marker) < omittedLength ? [marker] : lines;
}

/** Keeps a head, a tail and the important lines between them, each within its share. */
function cutMiddle(
  lines: readonly string[],
  verdicts: readonly LineVerdict[],
  format: OutputFormat,
): LineVerdict[] {
  const kept = verdicts.flatMap((verdict, index) => (verdict === 'keep' ? [index] : []));
  const important = kept.filter((index) => format.isImportant(lines[index] ?? ''));
  const chosen = new Set([
    ...takeWithin(HEAD_SHARE, kept, lines),
    ...takeWithin(TAIL_SHARE, kept.toReversed(), lines),
    ...takeWithin(IMPORTANT_SHARE, important, lines),
  ]);
  return verdicts.map((verdict, index) =>
    verdict !== 'keep' || chosen.has(index) ? verdict : 'cut',
  );
}

/** The first indexes whose lines fit, each charged for the marker that may have to precede it. */
function takeWithin(
  share: number,
  indexes: readonly number[],
  lines: readonly string[],
): readonly number[] {
  let spent = 0;
  let previous = Number.NaN;
  const end = indexes.findIndex((index) => {
    spent += (lines[index]?.length ?? 0) + 1 + (Math.abs(index - previous) === 1 ? 0 : MARKER_ROOM);
    previous = index;
    return spent > share;
  });
  return end === -1 ? indexes : indexes.slice(0, end);
}
