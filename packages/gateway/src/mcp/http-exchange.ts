import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallPlace } from '@mortise/contracts';
import { ANSWER_HEADERS } from './answer-headers.ts';

/** A JSON-RPC message that goes to a client. */
type Outbound = object;

/** A place that is given back by `end`, however often that is called. */
type HeldPlace = CallPlace & { end(): void };

/** How often clients that wait for long see that something is there, and so does what is between them and us, ms. */
export const KEEP_ALIVE_MS = 10_000;

const JSON_HEADERS = { ...ANSWER_HEADERS, 'Content-Type': 'application/json' } as const;
const STREAM_HEADERS = {
  ...ANSWER_HEADERS,
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
} as const;

/**
 * One request over Streamable HTTP and its answer, on the objects of Node's own server: as JSON if the result is
 * all there is, as a stream of events once something comes before it.
 */
export class HttpExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly #ends: (() => void)[] = [];
  #headers: Readonly<Record<string, string>> = {};
  #isOld = false;
  #gone: AbortController | undefined;
  #place: HeldPlace | undefined;
  #isHeld = false;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.incoming = incoming;
    this.outgoing = outgoing;
    outgoing.once('close', () => {
      for (const end of this.#ends) end();
    });
  }

  /** Of the request; the name in small letters. */
  header(name: string): string | undefined {
    const value = this.incoming.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Every answer by `finish` and `send` has it. */
  set answerHeaders(headers: Readonly<Record<string, string>>) {
    this.#headers = headers;
  }

  /** That its call has among the calls of all clients. */
  get place(): CallPlace | undefined {
    return this.#place;
  }

  /** Has a place until it ends. */
  takePlace(place: HeldPlace): void {
    this.#place = place;
    this.onEnd(() => this.#leavePlace());
  }

  /** Its work goes on without its client: it has its place until `release`, or until an answer is sent. */
  hold(): void {
    this.#isHeld = true;
  }

  /** The work is over. */
  release(): void {
    this.#isHeld = false;
    if (this.isOver) this.#leavePlace();
  }

  /** It was answered, or ended without an answer. */
  get isEnded(): boolean {
    return this.outgoing.writableEnded;
  }

  /** The client has all of its answer, or went away. */
  get isOver(): boolean {
    return this.outgoing.closed || this.outgoing.destroyed;
  }

  /** Calls back when the answer has left or the client is gone, at once if that is so already. */
  onEnd(callback: () => void): void {
    if (this.isOver) callback();
    else this.#ends.push(callback);
  }

  /** Aborts when the answer has left or the client is gone. Made when it is asked for: few calls wait. */
  get signal(): AbortSignal {
    if (this.#gone === undefined) {
      const gone = new AbortController();
      this.#gone = gone;
      this.onEnd(() => gone.abort());
    }
    return this.#gone.signal;
  }

  /** Sends what comes before the result. */
  send(message: Outbound): void {
    this.#write(eventOf(message));
  }

  /** Asked from time to time: one that was there the last time shows that it still is. */
  keepAlive(): void {
    if (this.#isOld) this.#write(': keepalive\n\n');
    this.#isOld = true;
  }

  /** Sends the result, or the error, and ends the answer. */
  finish(message: Outbound, status = 200): void {
    this.release();
    if (this.isOver || this.outgoing.writableEnded) return;
    if (this.outgoing.headersSent) {
      this.outgoing.end(eventOf(message));
      return;
    }
    const text = JSON.stringify(message);
    this.outgoing.writeHead(status, {
      ...JSON_HEADERS,
      ...this.#headers,
      'Content-Length': Buffer.byteLength(text),
    });
    this.outgoing.end(text);
  }

  /** Ends it without a result, as a stream in which none came. */
  end(): void {
    this.release();
    this.#write('');
    this.outgoing.end();
  }

  /** Ends it with its connection. */
  destroy(): void {
    this.release();
    this.outgoing.destroy();
  }

  #leavePlace(): void {
    if (!this.#isHeld) this.#place?.end();
  }

  #write(text: string): void {
    if (this.isOver || this.outgoing.writableEnded) return;
    if (!this.outgoing.headersSent) {
      this.outgoing.writeHead(200, { ...STREAM_HEADERS, ...this.#headers });
    }
    if (text !== '') this.outgoing.write(text);
  }
}

function eventOf(message: Outbound): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}
