import { Readable } from '../builtins/stream.ts';
import type { RequestSocket } from './request-socket.ts';

const ONCE: ReadonlySet<string> = new Set(
  'age authorization content-length content-type etag expires from host if-modified-since if-unmodified-since last-modified location max-forwards proxy-authorization referer retry-after server user-agent'.split(
    ' ',
  ),
);

/** A response of `fetch` as Node's clients read it. */
export class IncomingMessage extends Readable {
  readonly statusCode: number | null = null;
  readonly statusMessage: string | null = null;
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly httpVersionMinor = 1;
  readonly headers: { [name: string]: string | string[] } = {};
  readonly rawHeaders: string[] = [];
  readonly trailers = {};
  readonly rawTrailers: string[] = [];
  readonly url = '';
  readonly method: string | null = null;
  readonly complete = false;
  readonly aborted = false;
  readonly socket: RequestSocket | undefined;
  readonly connection: RequestSocket | undefined;

  constructor(socket?: RequestSocket) {
    super();
    this.socket = socket;
    this.connection = socket;
  }

  /** Takes what a response says and lets its body flow. */
  fill(response: Response): void {
    Object.assign(this, { statusCode: response.status, statusMessage: response.statusText });
    for (const [name, value] of cookiesApart(response.headers)) this.#addHeader(name, value);
    void this.#pump(response);
  }

  setTimeout(_ms: number, callback?: () => void): this {
    if (callback !== undefined) this.once('timeout', callback);
    return this;
  }

  override _read(): void {}

  #addHeader(name: string, value: string): void {
    this.rawHeaders.push(name, value);
    const before = this.headers[name];
    if (name === 'set-cookie') {
      this.headers[name] = [...(Array.isArray(before) ? before : []), value];
    } else if (before === undefined) this.headers[name] = value;
    else if (!ONCE.has(name)) this.headers[name] = `${before}, ${value}`;
  }

  async #pump(response: Response): Promise<void> {
    try {
      for await (const bytes of chunksOf(response)) this.push(bytes);
      Object.assign(this, { complete: true });
      this.push(null);
    } catch (error) {
      Object.assign(this, { aborted: true });
      this.destroy(error as Error);
    }
  }
}

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array> {
  const body = response.body as { getReader?: () => BodyReader } | null | undefined;
  if (typeof body?.getReader !== 'function') {
    const whole = new Uint8Array(await response.arrayBuffer());
    if (whole.length > 0) yield whole;
    return;
  }
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (value !== undefined) yield value;
  }
}

interface BodyReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
}

/** `Headers` joins what has one name; cookies must stay apart. */
function* cookiesApart(headers: Headers): Iterable<readonly [string, string]> {
  const cookies = headers.getSetCookie?.() ?? [];
  for (const [name, value] of headers) {
    if (name !== 'set-cookie' || cookies.length === 0) yield [name, value];
  }
  for (const cookie of cookies) yield ['set-cookie', cookie];
}
