import { BodyContent, type BytePuller } from './body-content.ts';
import { contentOfReader } from './body-reader.ts';
import { type AbortSignal, type AskNetwork, fromBase64, TextEncoder, toBase64 } from './core.ts';
import { freeze, Headers } from './headers.ts';
import { Request, type RequestInit } from './request.ts';
import { makeResponse, type Response } from './response.ts';

type Encoding = 'utf8' | 'base64';

/** An answer of the network broker: plain data. */
interface ResponseData {
  readonly status: number;
  readonly statusText?: string;
  readonly url?: string;
  readonly redirected?: boolean;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly bodyEncoding?: Encoding;
  readonly more?: boolean;
}

interface PieceData {
  readonly data: string;
  readonly encoding: Encoding;
  readonly done: boolean;
}

/** Belong to the connection, which is the host's. Left out without a word, as browsers do. */
const OF_THE_CONNECTION = new Set([
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'transfer-encoding'],
]);
/** Of a request body, in one piece. */
const PIECE_BYTES = 65_536;
const BODILESS = new Set([204, 205, 304]);

const TRUE = (): boolean => true;
const FALSE = (): boolean => false;

let lastStream = 0;

/** A number for a stream that no other of its call has. */
export function nextStream(): number {
  lastStream += 1;
  return lastStream;
}

/** `fetch` for one call. */
export async function fetchWith(
  ask: AskNetwork,
  input: unknown,
  init?: unknown,
): Promise<Response> {
  const request = new Request(input, init as RequestInit | undefined);
  refuseSocket(init);
  request.signal.throwIfAborted();
  const exchange = new Exchange(ask, request.signal);
  try {
    return await exchange.run(request);
  } catch (error) {
    exchange.close();
    throw error;
  }
}

/** Node's `fetch` takes a dispatcher of undici; one that leads elsewhere than the address is not ignored. */
function refuseSocket(init: unknown): void {
  const { dispatcher } = (init ?? {}) as {
    readonly dispatcher?: { readonly socketPath?: unknown };
  };
  if (typeof dispatcher?.socketPath === 'string')
    throw new TypeError('A socket of the machine is out of reach of a sandbox: socketPath');
}

/** One request and its response, either of which may come piece by piece. */
class Exchange {
  readonly #ask: AskNetwork;
  readonly #signal: AbortSignal;
  readonly #stream = nextStream();
  readonly #aborted: Promise<never>;
  #stopListening: () => void = () => undefined;
  #isOver = false;

  constructor(ask: AskNetwork, signal: AbortSignal) {
    this.#ask = ask;
    this.#signal = signal;
    this.#aborted = new Promise((_resolve, reject) => {
      const onAbort = () => {
        this.#cancel();
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#stopListening = () => signal.removeEventListener('abort', onAbort);
    });
    // It is raced with; what is not raced with it any more has its result.
    this.#aborted.catch(() => undefined);
  }

  async run(request: Request): Promise<Response> {
    const content = contentOfReader(request);
    const asked = await this.#untilAborted(inputOf(request, this.#stream));
    // The network broker of the host wrote what comes back.
    const answer = this.#ask('fetch', asked) as Promise<ResponseData>;
    const isSent = content !== undefined && !content.isUsed;
    const sending = isSent ? this.#send(content.takePuller(), answer) : answer;
    // It goes on after the response has come, and what it meets then is of no consequence.
    sending.catch(() => undefined);
    return this.#describe(await this.#untilAborted(Promise.race([answer, sending])));
  }

  /** Nothing of it is waited for any more. */
  close(): void {
    this.#isOver = true;
    this.#stopListening();
  }

  /** Sends a body piece by piece. Rejects if its source does, and never answers before the response. */
  async #send(puller: BytePuller, answer: Promise<ResponseData>): Promise<ResponseData> {
    try {
      for (let isLast = false; !isLast; ) {
        const bytes = await puller.pull();
        isLast = bytes === undefined;
        const isTaken = await this.#write(bytes ?? new Uint8Array(), isLast);
        if (!isTaken) {
          await puller.cancel(undefined);
          return answer;
        }
      }
    } catch (error) {
      this.#cancel();
      throw error;
    }
    return answer;
  }

  /** False if the host takes no more: the response has come, or says why there is none. */
  async #write(bytes: Uint8Array, done: boolean): Promise<boolean> {
    const stream = this.#stream;
    for (let start = 0; start === 0 || start < bytes.byteLength; start += PIECE_BYTES) {
      const end = Math.min(bytes.byteLength, start + PIECE_BYTES);
      const data = toBase64(bytes.subarray(start, end));
      const isLast = done && end === bytes.byteLength;
      const asked = this.#ask('write', { stream, data, encoding: 'base64', done: isLast });
      if (!(await asked.then(TRUE, FALSE))) return false;
    }
    return true;
  }

  #describe(data: ResponseData): Response {
    const { status, body = '', bodyEncoding = 'utf8', more = false } = data;
    const head = {
      status,
      statusText: data.statusText ?? '',
      headers: freeze(new Headers(data.headers ?? [])),
      url: data.url ?? '',
      isRedirected: data.redirected === true,
      type: 'basic',
    } as const;
    if (!more) this.close();
    if (!more && body === '' && BODILESS.has(status)) return makeResponse(head, undefined);
    if (more)
      return makeResponse(
        head,
        new BodyContent({ kind: 'puller', puller: this.#puller(bytesOf(body, bodyEncoding)) }),
      );
    const content = new BodyContent(
      bodyEncoding === 'base64'
        ? { kind: 'bytes', bytes: fromBase64(body) }
        : { kind: 'text', text: body },
    );
    return makeResponse(head, content);
  }

  /** The body of the response: each piece is asked of the host when it is asked for here. */
  #puller(first: Uint8Array<ArrayBuffer>): BytePuller {
    let next: Uint8Array<ArrayBuffer> | undefined = first.byteLength === 0 ? undefined : first;
    let isEnded = false;
    return {
      pull: async () => {
        while (next === undefined && !isEnded) {
          this.#signal.throwIfAborted();
          const stream = this.#stream;
          const piece = (await this.#untilAborted(this.#ask('read', { stream }))) as PieceData;
          isEnded = piece.done;
          if (isEnded) this.close();
          if (piece.data !== '') next = bytesOf(piece.data, piece.encoding);
        }
        const bytes = next;
        next = undefined;
        return bytes;
      },
      cancel: async () => this.#cancel(),
    };
  }

  #cancel(): void {
    if (this.#isOver) return;
    this.close();
    this.#ask('cancel', { stream: this.#stream }).catch(() => undefined);
  }

  #untilAborted<Value>(value: Promise<Value>): Promise<Value> {
    return Promise.race([value, this.#aborted]);
  }
}

async function inputOf(request: Request, stream: number): Promise<object> {
  const { url, method, redirect } = request;
  const headers = [...request.headers].filter(([name]) => !OF_THE_CONNECTION.has(name));
  const init = {
    ...(method === 'GET' ? {} : { method }),
    ...(redirect === 'follow' ? {} : { redirect }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(await bodyOf(request)),
    stream,
  };
  return { url, init };
}

/** All of it if it is there. */
async function bodyOf(request: Request): Promise<object> {
  const content = contentOfReader(request);
  if (content === undefined) return {};
  if (!content.isWhole) return { bodyFollows: true };
  if (content.isText) return { body: await content.takeText() };
  return { body: toBase64(await content.takeBytes()), bodyEncoding: 'base64' };
}

function bytesOf(data: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (encoding === 'base64') return fromBase64(data);
  return new TextEncoder().encode(data) as Uint8Array<ArrayBuffer>;
}
