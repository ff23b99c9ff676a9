import { type BodyContent, contentOf } from './body-content.ts';
import { BodyReader, contentOfReader } from './body-reader.ts';
import { URL } from './core.ts';
import { freeze, Headers } from './headers.ts';

export interface ResponseInit {
  readonly status?: unknown;
  readonly statusText?: unknown;
  readonly headers?: unknown;
}

/** What is known of a response beside its body. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly url: string;
  readonly isRedirected: boolean;
  readonly type: 'default' | 'basic' | 'error';
}

const BODILESS = new Set([101, 103, 204, 205, 304]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

let make: (head: ResponseHead, content: BodyContent | undefined) => Response;
/** In place of a body and an `init`, for responses that are made here. */
class Made {
  readonly head: ResponseHead;
  readonly content: BodyContent | undefined;

  constructor(head: ResponseHead, content: BodyContent | undefined) {
    this.head = head;
    this.content = content;
  }
}

/** `Response` of the web platform. */
export class Response extends BodyReader {
  readonly #head: ResponseHead;

  static {
    make = (head, content) => new Response(new Made(head, content));
  }

  constructor(body: unknown = null, init: ResponseInit | null = {}) {
    const { head, content } = body instanceof Made ? body : partsOf(body, init ?? {});
    super(content, () => head.headers.get('content-type'));
    this.#head = head;
  }

  static error(): Response {
    return make({ ...EMPTY, headers: freeze(new Headers()), status: 0, type: 'error' }, undefined);
  }

  static redirect(url: unknown, status: unknown = 302): Response {
    const code = Number(status);
    if (!REDIRECTS.has(code)) throw new RangeError(`${code} is not the status of a redirect`);
    const headers = freeze(new Headers({ location: new URL(`${url}`).href }));
    return make({ ...EMPTY, headers, status: code, type: 'default' }, undefined);
  }

  static json(data: unknown, init: ResponseInit = {}): Response {
    const text: string | undefined = JSON.stringify(data);
    if (text === undefined) throw new TypeError('The data is not JSON serializable');
    const headers = new Headers(init.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return new Response(text, { ...init, headers });
  }

  get status(): number {
    return this.#head.status;
  }

  get statusText(): string {
    return this.#head.statusText;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status <= 299;
  }

  get headers(): Headers {
    return this.#head.headers;
  }

  get url(): string {
    return this.#head.url;
  }

  get redirected(): boolean {
    return this.#head.isRedirected;
  }

  get type(): string {
    return this.#head.type;
  }

  clone(): Response {
    const headers = new Headers(this.headers);
    const head = { ...this.#head, headers: this.type === 'basic' ? freeze(headers) : headers };
    return make(head, contentOfReader(this)?.copy());
  }
}

/** A response that came from the network. */
export function makeResponse(head: ResponseHead, content: BodyContent | undefined): Response {
  return make(head, content);
}

const EMPTY = { statusText: '', url: '', isRedirected: false } as const;

function partsOf(body: unknown, init: ResponseInit): Made {
  const status = init.status === undefined ? 200 : Number(init.status);
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new RangeError(`The status of a response is from 200 to 599, not ${`${init.status}`}`);
  const statusText = init.statusText === undefined ? '' : `${init.statusText}`;
  if (/[^\t\x20-\x7e\x80-\xff]/.test(statusText)) throw new TypeError('Invalid statusText');
  const headers = new Headers(init.headers ?? undefined);
  const head = { ...EMPTY, status, statusText, headers, type: 'default' } as const;
  if (body === null || body === undefined) return new Made(head, undefined);
  if (BODILESS.has(status)) throw new TypeError(`A response with status ${status} has no body`);
  const { content, type } = contentOf(body);
  if (type !== undefined && !headers.has('content-type')) headers.set('content-type', type);
  return new Made(head, content);
}
