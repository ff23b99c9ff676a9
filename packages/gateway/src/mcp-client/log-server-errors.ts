import type { Stream } from 'node:stream';
import { type Logger, showHidden } from '@mortise/contracts';

const MOST_CHARS = 2_000;
/** Of one connection; a server that writes more has been heard. */
const MOST_ENTRIES = 1_000;

/** Passes what a server writes to its standard error on to the log, bounded. */
export function logServerErrors(stderr: Stream, server: string, logger: Logger): void {
  let entries = 0;
  stderr.on('data', (chunk: Buffer) => {
    entries += 1;
    if (entries > MOST_ENTRIES) return;
    const text = showHidden(chunk.subarray(0, MOST_CHARS).toString().trimEnd());
    logger.info({ server, text }, 'An MCP server wrote to its standard error.');
  });
}
