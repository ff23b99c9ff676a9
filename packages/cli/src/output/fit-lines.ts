import { unpainted, widthOf } from './paint.ts';

/**
 * Breaks lines that are too long at their spaces. What follows stands below the last column of the
 * line (what two spaces set apart), so that tables stay tables; a word that is too long stays whole.
 */
export function fitLines(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split('\n')
    .map((line) => fitLine(line, columns))
    .join('\n');
}

function fitLine(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line;
  const indent = indentOf(line, columns);
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<=\S)(?= )/)) {
    const isFull = current.trim() !== '' && widthOf(current) + widthOf(word) > columns;
    if (isFull) lines.push(current);
    current = isFull ? `${' '.repeat(indent)}${word.trimStart()}` : current + word;
  }
  return [...lines, current].join('\n');
}

/** Where the last column begins, if that leaves room for what is in it. */
function indentOf(line: string, columns: number): number {
  const plain = unpainted(line);
  const starts = [...plain.matchAll(/ {2,}(?=\S)/g)].map(({ index, 0: gap }) => index + gap.length);
  const last = starts.findLast((start) => start <= columns / 2);
  return last ?? (/^ */.exec(plain)?.[0].length ?? 0) + 2;
}
