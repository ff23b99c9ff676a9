import type { Stream } from 'node:stream';
import { type Logger, showOnOneLine } from '@mortise/contracts';

const MOST_CHARS = 2_000;
/** Of one connection; a server that writes more has been heard. */
const MOST_ENTRIES = 1_000;
const MOST_SHOWN = 200;

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * What a server said outside of the protocol: its standard error, which goes to the log, bounded, and
 * how its process ended. The last line is most often the reason why it does not work.
 */
export class ServerWords {
  readonly #server: string;
  readonly #logger: Logger;
  #entries = 0;
  #lastLine = '';
  #end: ProcessEnd | undefined;

  constructor(server: string, logger: Logger) {
    this.#server = server;
    this.#logger = logger;
  }

  /** Listens to one connection; what an earlier one said is over. */
  hear(stderr: Stream): void {
    this.#entries = 0;
    this.#lastLine = '';
    this.#end = undefined;
    stderr.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  ended(end: ProcessEnd): void {
    this.#end = end;
  }

  /** A reason with how the process ended and what it wrote last: `exited with 1: "TOKEN is not set"`. */
  explain(reason: string): string {
    const what = this.#end === undefined ? reason : describeEnd(this.#end);
    const line = this.#lastLine.slice(0, MOST_SHOWN);
    return line === '' ? what : `${what}: "${line}"`;
  }

  #take(chunk: Buffer): void {
    const text = chunk.subarray(0, MOST_CHARS).toString().trimEnd();
    const last = text.split('\n').findLast((line) => line.trim() !== '');
    if (last !== undefined) this.#lastLine = showOnOneLine(last.trim());
    this.#entries += 1;
    if (this.#entries > MOST_ENTRIES) return;
    const server = this.#server;
    this.#logger.info({ server, text }, 'An MCP server wrote to its standard error.');
  }
}

function describeEnd({ code, signal }: ProcessEnd): string {
  return signal === null ? `exited with ${code ?? 'no code'}` : `was ended by ${signal}`;
}
