import type { Logger } from '@mortise/contracts';
import { paint, type Style } from '../../output/paint.ts';
import type { Terminal } from '../../output/terminal.ts';
import { formatTrace, placeOf } from './format-trace.ts';

type Level = keyof Logger;

const STYLES: { readonly [Name in Level]?: Style } = { warn: 'yellow', error: 'red' };

/**
 * What an extension logs, for its author: each line with where it was written, on standard error. Of the
 * host itself only what is wrong is shown.
 */
export function authorLog({ err, ...terminal }: Terminal): Logger {
  const hasColour = terminal.hasErrorColour ?? terminal.hasColour;
  const write = (level: Level) => (details: object, message: string) => {
    // That a call threw is shown with the call.
    const isOfExtension = 'extensionId' in details && !('code' in details);
    if (!isOfExtension && level !== 'warn' && level !== 'error') return;
    const style = STYLES[level];
    const label = style === undefined ? level : paint({ hasColour }, style, level);
    const padding = ' '.repeat(Math.max(0, 5 - level.length));
    err(`${label}${padding} ${message}${formatPlace(details, { hasColour })}`);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

/** One line of a trace is where something was logged; several are where it was thrown. */
function formatPlace(details: object, terminal: { readonly hasColour: boolean }): string {
  const found = 'trace' in details && Array.isArray(details.trace) ? details.trace.map(String) : [];
  const [first, ...rest] = found;
  if (first === undefined) return '';
  return rest.length === 0
    ? `  ${paint(terminal, 'dim', placeOf(first))}`
    : formatTrace(found, '      ');
}
