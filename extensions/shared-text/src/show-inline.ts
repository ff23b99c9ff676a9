import { cutBefore } from './cut-safely.ts';

const LONGEST_INLINE = 200;

/** Text of a stranger on one line of ours: line ends become spaces, and it has an end. */
export function showInline(text: string): string {
  const line = text
    .slice(0, cutBefore(text, 2 * LONGEST_INLINE))
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isCut = line.length > LONGEST_INLINE || text.length > 2 * LONGEST_INLINE;
  return isCut ? `${line.slice(0, cutBefore(line, LONGEST_INLINE)).trimEnd()}…` : line;
}
