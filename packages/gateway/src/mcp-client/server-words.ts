import { type Logger, showOnOneLine } from '@mortise/contracts';
import type { Redactor } from '@mortise/host';
import type { ChildStream } from '@mortise/processes';

/** What is kept of what a server wrote last, and what of it is shown. */
const KEPT_CHARS = 16_384;
const SHOWN_LINES = 20;
const LINE_CHARS = 300;
const REASON_CHARS = 200;
/** Lines in the log of one connection; a server that writes more has been heard. */
const MOST_LOGGED = 1_000;
/** So much is read in a second; what a server writes beyond waits in its pipe, and the server with it. */
const BYTES_PER_SECOND = 1_000_000;

/** What programs write around the words that say what is wrong. */
const OF_A_STACK =
  /^(?:at |throw |Node\.js v\d|node:internal|npm (?:error|ERR!|notice|warn)(?: A complete log|$| \s| 404(?:$| Note that| tarball,))|[{}[\]^~\s]+$|(?:code|url|errno|syscall|path|requireStack): |\S+:\d+$)/;

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface ServerWordsParts {
  readonly server: string;
  readonly logger: Logger;
  /** Knows the secrets that were given out, if any were. */
  readonly redactor: () => Redactor | undefined;
}

/**
 * What a server said outside of the protocol: its standard error, of which the end is kept and which
 * goes to the log, and how its process ended. The last line is most often the reason why it does not work.
 */
export class ServerWords {
  readonly #parts: ServerWordsParts;
  /** As it was written: a secret that came in two pieces is found only in the whole. */
  #kept = '';
  #end: ProcessEnd | undefined;
  #notMcp = '';

  constructor(parts: ServerWordsParts) {
    this.#parts = parts;
  }

  /** Listens to one connection; what an earlier one said is over. */
  hear(stderr: ChildStream): void {
    this.#kept = '';
    this.#notMcp = '';
    this.#end = undefined;
    const log = this.#openLog();
    let [windowEnd, bytes] = [0, 0];
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#kept = (this.#kept + text).slice(-KEPT_CHARS);
      log.take(text);
      const now = performance.now();
      if (now > windowEnd) [windowEnd, bytes] = [now + 1_000, 0];
      bytes += text.length;
      if (bytes <= BYTES_PER_SECOND) return;
      stderr.pause();
      setTimeout(() => stderr.resume(), windowEnd - now).unref();
    });
    stderr.once('close', () => log.end());
  }

  ended(end: ProcessEnd): void {
    this.#end = end;
  }

  /** The first line of its output that is no message: programs of another kind say here what they are. */
  notMcp(line: string): void {
    if (this.#notMcp === '') this.#notMcp = line.trim().slice(0, LINE_CHARS);
  }

  /** A reason with how the process ended and what it wrote last: `exited with 1: "TOKEN is not set"`. */
  explain(reason: string): string {
    const what = this.#end === undefined ? reason : describeEnd(this.#end);
    const lines = this.tail();
    const last = lines.findLast((each) => !OF_A_STACK.test(each)) ?? lines.at(-1) ?? '';
    const line = last.slice(0, REASON_CHARS);
    if (line !== '') return `${what}: "${line}"`;
    const other = showOnOneLine(this.#redact(this.#notMcp)).slice(0, REASON_CHARS);
    return other === '' ? what : `${what}; it wrote what is not MCP: "${other}"`;
  }

  /** The last lines, in which nothing hides and no secret stands. */
  tail(): readonly string[] {
    const text = this.#redact(this.#kept);
    const lines = text.split('\n').map((line) => line.trim());
    return lines
      .filter((line) => line !== '')
      .slice(-SHOWN_LINES)
      .map((line) => showOnOneLine(line.slice(0, LINE_CHARS)));
  }

  #redact(text: string): string {
    return this.#parts.redactor()?.redact(text) ?? text;
  }

  /** Writes whole lines; a secret with line breaks in it is taken out before they are told apart. */
  #openLog(): { take(text: string): void; end(): void } {
    const { server, logger, redactor } = this.#parts;
    const redacting = redactor()?.openStream();
    let [line, logged] = ['', 0];
    const take = (text: string): void => {
      const lines = (line + text).split('\n');
      line = (lines.pop() ?? '').slice(-KEPT_CHARS);
      for (const each of lines) {
        if (each.trim() === '' || logged >= MOST_LOGGED) continue;
        logged += 1;
        const said = showOnOneLine(each.trimEnd().slice(0, KEPT_CHARS));
        logger.info({ server, text: said }, 'An MCP server wrote to its standard error.');
      }
    };
    return {
      take: (text) => take(redacting?.push(text) ?? text),
      end: () => take(`${redacting?.end() ?? ''}\n`),
    };
  }
}

function describeEnd({ code, signal }: ProcessEnd): string {
  return signal === null ? `exited with ${code ?? 'no code'}` : `was ended by ${signal}`;
}
