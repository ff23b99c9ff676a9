import { showHidden } from '@mortise/contracts/plain';
import { fitLines } from './fit-lines.ts';
import { finishPaint } from './paint.ts';
import type { Terminal } from './terminal.ts';

/**
 * A terminal that shows what would hide: names, descriptions, results and messages of extensions,
 * servers and models are written to it. The only escape codes that pass are those of `paint`.
 */
export function visibleTerminal(terminal: Terminal): Terminal {
  const show = (text: string) => finishPaint(text, showHidden);
  return {
    ...terminal,
    out: (text) => terminal.out(show(text)),
    err: (text) => terminal.err(show(text)),
  };
}

/** The same, with lines that fit: for what we write, not for what a tool answers or a script reads. */
export function fittedTerminal(terminal: Terminal): Terminal {
  const { columns } = terminal;
  return visibleTerminal({
    ...terminal,
    out: (text) => terminal.out(fitLines(text, columns)),
    err: (text) => terminal.err(fitLines(text, columns)),
  });
}
