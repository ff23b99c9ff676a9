import { type BodyContent, contentOf } from './body-content.ts';
import { BodyReader, contentOfReader } from './body-reader.ts';
import { AbortSignal, URL } from './core.ts';
import { Headers } from './headers.ts';

export interface RequestInit {
  readonly method?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null;
  readonly redirect?: unknown;
  readonly cache?: unknown;
  readonly credentials?: unknown;
  readonly integrity?: unknown;
  readonly keepalive?: unknown;
  readonly mode?: unknown;
  readonly referrer?: unknown;
  readonly referrerPolicy?: unknown;
}

const UPPER_CASE = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT']);
const FORBIDDEN = new Set(['CONNECT', 'TRACE', 'TRACK']);
const REDIRECTS = new Set(['follow', 'error', 'manual']);

/** What of a request has no meaning without a browser: kept, and not looked at. */
const SETTINGS = {
  cache: 'default',
  credentials: 'same-origin',
  integrity: '',
  mode: 'cors',
  referrer: 'about:client',
  referrerPolicy: '',
} as const;
type Settings = { readonly [Name in keyof typeof SETTINGS]: string };

/** `Request` of the web platform. */
export class Request extends BodyReader {
  readonly #url: string;
  readonly #method: string;
  readonly #headers: Headers;
  readonly #redirect: string;
  readonly #settings: Settings;
  readonly #isKeptAlive: boolean;
  readonly #source: AbortSignal | undefined;
  #signal: AbortSignal | undefined;

  constructor(input: unknown, init: RequestInit | null = {}) {
    const given = init ?? {};
    const from = input instanceof Request ? input : undefined;
    const method = given.method === undefined ? (from?.method ?? 'GET') : methodOf(given.method);
    const headers = new Headers(given.headers ?? from?.headers);
    const content = bodyOf(given, { from, method, headers });
    super(content, () => headers.get('content-type'));
    this.#url = from?.url ?? urlOf(input);
    this.#method = method;
    this.#headers = headers;
    this.#redirect = redirectOf(given.redirect ?? from?.redirect ?? 'follow');
    this.#settings = settingsOf(given, from);
    this.#isKeptAlive = Boolean(given.keepalive ?? from?.keepalive);
    this.#source = signalOf(given, from);
  }

  get url(): string {
    return this.#url;
  }

  get method(): string {
    return this.#method;
  }

  get headers(): Headers {
    return this.#headers;
  }

  get redirect(): string {
    return this.#redirect;
  }

  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any(this.#source === undefined ? [] : [this.#source]);
    return this.#signal;
  }

  get cache(): string {
    return this.#settings.cache;
  }

  get credentials(): string {
    return this.#settings.credentials;
  }

  get integrity(): string {
    return this.#settings.integrity;
  }

  get mode(): string {
    return this.#settings.mode;
  }

  get referrer(): string {
    return this.#settings.referrer;
  }

  get referrerPolicy(): string {
    return this.#settings.referrerPolicy;
  }

  get keepalive(): boolean {
    return this.#isKeptAlive;
  }

  get destination(): string {
    return '';
  }

  get duplex(): string {
    return 'half';
  }

  clone(): Request {
    return new Request(this, { body: contentOfReader(this)?.copy() ?? null });
  }
}

interface BodyParts {
  readonly from: Request | undefined;
  readonly method: string;
  readonly headers: Headers;
}

/** The body of another request is used up by a new one that has none of its own. */
function bodyOf(init: RequestInit, { from, method, headers }: BodyParts): BodyContent | undefined {
  const inherited = from === undefined ? undefined : contentOfReader(from);
  const isGiven = init.body !== undefined;
  const hasBody = isGiven ? init.body !== null : inherited !== undefined;
  if (hasBody && (method === 'GET' || method === 'HEAD'))
    throw new TypeError('Request with GET/HEAD method cannot have body.');
  if (!isGiven) return inherited?.move();
  if (init.body === null) return undefined;
  const { content, type } = contentOf(init.body);
  if (type !== undefined && !headers.has('content-type')) headers.set('content-type', type);
  return content;
}

function methodOf(method: unknown): string {
  const text = `${method}`;
  const upper = text.toUpperCase();
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text) || FORBIDDEN.has(upper))
    throw new TypeError(`${JSON.stringify(text)} is not a method that a request may have`);
  return UPPER_CASE.has(upper) ? upper : text;
}

/** The host takes fewer; reading a very long one would take long. */
const MOST_URL_CHARS = 65_536;

function urlOf(input: unknown): string {
  const text = `${input}`;
  if (text.length > MOST_URL_CHARS) throw new TypeError('The URL is too long');
  let url: InstanceType<typeof URL>;
  try {
    url = new URL(text);
  } catch {
    throw new TypeError(`Failed to parse URL from ${text.slice(0, 200)}`);
  }
  if (url.username !== '' || url.password !== '')
    throw new TypeError('A URL for a request may not carry credentials: put them in a header');
  return url.href;
}

function redirectOf(redirect: unknown): string {
  const text = `${redirect}`;
  if (!REDIRECTS.has(text))
    throw new TypeError(`redirect must be one of ${[...REDIRECTS].join(', ')}`);
  return text;
}

function settingsOf(init: RequestInit, from: Request | undefined): Settings {
  const names = Object.keys(SETTINGS) as (keyof Settings)[];
  return Object.fromEntries(
    names.map((name) => [name, `${init[name] ?? from?.[name] ?? SETTINGS[name]}`]),
  ) as unknown as Settings;
}

function signalOf(init: RequestInit, from: Request | undefined): AbortSignal | undefined {
  if (init.signal === undefined) return from?.signal;
  if (init.signal === null) return undefined;
  if (typeof init.signal.addEventListener !== 'function')
    throw new TypeError('signal must be an AbortSignal');
  return init.signal;
}
