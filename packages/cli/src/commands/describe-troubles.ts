import { type Diagnostic, ERROR_CODES, showOnOneLine } from '@mortise/contracts';
import type { HostView } from '../host-view/host-view.ts';
import { paint } from '../output/paint.ts';
import type { Terminal } from '../output/terminal.ts';

const MOST_TROUBLES = 10;
const MOST_CHARS = 110;

/**
 * Beside an answer about tools: what failed may be why one of them is missing. What only waits for
 * its operator, `doctor` shows.
 */
export async function tellErrors(view: HostView, terminal: Terminal): Promise<void> {
  const errors = (await view.diagnostics()).filter(({ severity }) => severity === 'error');
  for (const line of describeTroubles(errors, terminal)) terminal.err(line);
}

/** One line each, worst first. */
export function describeTroubles(
  diagnostics: readonly Diagnostic[],
  terminal: Terminal,
): readonly string[] {
  const troubles = diagnostics.filter(({ severity }) => severity !== 'info');
  const lines = troubles.slice(0, MOST_TROUBLES).map(({ severity, subject, message, code }) => {
    const isError = severity === 'error';
    const text = showOnOneLine(`${subject}  ${code}  ${reasonOf(code, message)}`);
    const short = text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text;
    return paint(terminal, isError ? 'red' : 'yellow', `  ${isError ? '✗' : '!'} ${short}`);
  });
  const left = troubles.length - lines.length;
  if (troubles.length === 0) return [];
  return [...lines, `  ${left > 0 ? `and ${left} more  ` : ''}→ mortise doctor`];
}

/** The code has said in general what the message says first; a line has room for the rest. */
function reasonOf(code: Diagnostic['code'], message: string): string {
  const [firstLine = ''] = message.split('\n');
  const { summary } = ERROR_CODES[code];
  const rest = firstLine.startsWith(summary) ? firstLine.slice(summary.length).trim() : firstLine;
  return rest === '' ? firstLine : rest;
}
