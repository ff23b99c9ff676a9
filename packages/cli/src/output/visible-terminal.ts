import { showHidden } from '@mortise/contracts/plain';
import type { Terminal } from './terminal.ts';

const ESCAPE = String.fromCharCode(27);
/** What `paint` writes, and nothing else that moves, hides or rings. */
const PAINTED = new RegExp(`(${ESCAPE}\\[(?:1|2|22|31|32|33|36|39)m)`);

/**
 * A terminal that shows what would hide: names, descriptions, results and messages of extensions,
 * servers and models are written to it.
 */
export function visibleTerminal(terminal: Terminal): Terminal {
  const { hasColour } = terminal;
  return {
    ...terminal,
    out: (text) => terminal.out(showPainted(text, hasColour)),
    err: (text) => terminal.err(showPainted(text, hasColour)),
  };
}

function showPainted(text: string, hasColour: boolean): string {
  if (!hasColour) return showHidden(text);
  const pieces = text.split(PAINTED);
  return pieces.map((piece) => (PAINTED.test(piece) ? piece : showHidden(piece))).join('');
}
