/** A line with a match; of a long one the part around it. */
export interface FoundLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** The lines of a text that match, the first `most` of them, and how many there are. */
export type LineFinder = (
  text: string,
  most: number,
) => { readonly lines: readonly FoundLine[]; readonly total: number };

const LONGEST_SHOWN = 300;
const SHOWN_BEFORE = 80;

/** Finds lines that contain a text as it is, or in any case. Looks at each character once. */
export function findLines(wanted: string, ignoresCase: boolean): LineFinder {
  const needle = ignoresCase ? wanted.toLowerCase() : wanted;
  return (text, most) => {
    const hay = ignoresCase ? text.toLowerCase() : text;
    const lines: FoundLine[] = [];
    let total = 0;
    let line = 1;
    let start = 0;
    for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, start)) {
      for (
        let end = hay.indexOf('\n', start);
        end >= 0 && end < at;
        end = hay.indexOf('\n', start)
      ) {
        line += 1;
        start = end + 1;
      }
      const end = hay.indexOf('\n', at);
      total += 1;
      // Folding case may change lengths; then the lines of both are looked up by their number.
      if (lines.length < most) {
        const whole =
          hay.length === text.length
            ? text.slice(start, end < 0 ? undefined : end)
            : lineOf(text, line);
        lines.push({ line, text: around(withoutReturn(whole), at - start) });
      }
      if (end < 0) break;
      line += 1;
      start = end + 1;
    }
    return { lines, total };
  };
}

function lineOf(text: string, line: number): string {
  return text.split('\n', line).at(-1) ?? '';
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** A window into a long line, so that minified code does not fill the answer. */
function around(line: string, at: number): string {
  if (line.length <= LONGEST_SHOWN) return line;
  const from = Math.max(0, Math.min(at - SHOWN_BEFORE, line.length - LONGEST_SHOWN));
  const shown = line
    .slice(from, from + LONGEST_SHOWN)
    .toWellFormed()
    .replaceAll(/^\ufffd|\ufffd$/g, '');
  return `${from > 0 ? '…' : ''}${shown}${from + LONGEST_SHOWN < line.length ? '…' : ''}`;
}
