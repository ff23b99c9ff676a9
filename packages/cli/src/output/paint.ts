import { randomBytes } from 'node:crypto';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

const CODES: { readonly [Name in Style]: readonly [on: number, off: number] } = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

/**
 * What stands for a colour until a text is written. No extension, server or model can write it, so
 * that every escape code that reaches the terminal is one of ours.
 */
const MARK = `\uE000${randomBytes(12).toString('hex')}`;
const MARKED = new RegExp(`${MARK}(\\d+);`);
const ALL_MARKED = new RegExp(MARKED, 'g');
const ESCAPE = String.fromCharCode(27);
const ALL_PAINTED = new RegExp(`${ESCAPE}\\[\\d+m`, 'g');

/** The text in a colour, where there are colours; to be written through a `visibleTerminal`. */
export function paint(
  { hasColour }: { readonly hasColour: boolean },
  style: Style,
  text: string,
): string {
  const [on, off] = CODES[style];
  return hasColour ? `${MARK}${on};${text}${MARK}${off};` : text;
}

/** A text for a terminal: our colours as escape codes, and everything else through `show`. */
export function finishPaint(text: string, show: (piece: string) => string): string {
  return text
    .split(MARKED)
    .map((piece, at) => (at % 2 === 1 ? `${ESCAPE}[${piece}m` : show(piece)))
    .join('');
}

/** How many places a text takes, without its colours. */
export function widthOf(text: string): number {
  return text.replaceAll(ALL_MARKED, '').replaceAll(ALL_PAINTED, '').length;
}

/** The text without its colours. */
export function unpainted(text: string): string {
  return text.replaceAll(ALL_MARKED, '').replaceAll(ALL_PAINTED, '');
}
