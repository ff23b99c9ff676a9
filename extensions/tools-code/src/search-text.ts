import { cutAfter, cutBefore } from '@mortise/extension-text';
import type { LineMatcher } from './line-matcher.ts';

export interface LineMatch {
  /** From 1. */
  readonly line: number;
  /** The line, or the part around the match if it is long. */
  readonly text: string;
}

export interface TextMatches {
  readonly matches: readonly LineMatch[];
  /** All of them, those beyond the limit included. */
  readonly total: number;
}

const LONGEST_SHOWN = 300;

/** The lines of a text that match; the first `limit` of them to show. */
export function searchText(text: string, match: LineMatcher, limit: number): TextMatches {
  const matches: LineMatch[] = [];
  let total = 0;
  for (const [index, rawLine] of text.split('\n').entries()) {
    const line = rawLine.endsWith('\r') ? rawLine.slice(0, -1) : rawLine;
    const place = match(line);
    if (place === undefined) continue;
    total += 1;
    if (matches.length < limit) matches.push({ line: index + 1, text: around(line, place.at) });
  }
  return { matches, total };
}

/** A window into a long line, so that minified code does not fill the answer. */
function around(line: string, at: number): string {
  if (line.length <= LONGEST_SHOWN) return line;
  const start = cutAfter(line, Math.max(0, Math.min(at - 80, line.length - LONGEST_SHOWN)));
  const end = cutBefore(line, Math.min(line.length, start + LONGEST_SHOWN));
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}
