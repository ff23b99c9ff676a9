import { countOf, cutAfter, cutBefore, omissionMarker } from '@mortise/extension-text';

/** Terminal output above this many characters loses its middle. */
export const OUTPUT_LIMIT = 8_192;

const HEAD_SIZE = 3_200;
// The end is where programs say how it went, so it gets the larger part.
const TAIL_SIZE = 4_800;

/**
 * The beginning and the end of a text, with a marker that counts what is missing between them.
 * Cuts at line ends where there are any nearby, and never inside a surrogate pair.
 */
export function headAndTail(text: string): string {
  if (text.length <= OUTPUT_LIMIT) return text;
  const headEnd = endOfHead(text);
  const tailStart = startOfTail(text);
  const marker = describeGap(text, headEnd, tailStart);
  return `${text.slice(0, headEnd)}\n${marker}\n${text.slice(tailStart)}`;
}

/** At the last line end of the head, unless that would give up more than half of it. */
function endOfHead(text: string): number {
  const lineEnd = text.lastIndexOf('\n', HEAD_SIZE);
  return lineEnd >= HEAD_SIZE / 2 ? lineEnd : cutBefore(text, HEAD_SIZE);
}

function startOfTail(text: string): number {
  const earliest = text.length - TAIL_SIZE;
  const lineEnd = text.indexOf('\n', earliest);
  const isNear = lineEnd !== -1 && lineEnd < text.length - TAIL_SIZE / 2;
  return isNear ? lineEnd + 1 : cutAfter(text, earliest);
}

function describeGap(text: string, headEnd: number, tailStart: number): string {
  const hasWholeLines = text[headEnd] === '\n' && text[tailStart - 1] === '\n';
  if (!hasWholeLines) return omissionMarker(countOf(tailStart - headEnd, 'character'));
  const omittedLines = countLineEnds(text, headEnd + 1, tailStart);
  return omissionMarker(countOf(omittedLines, 'line'));
}

function countLineEnds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}
