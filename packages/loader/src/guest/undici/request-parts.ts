import { Buffer } from '../builtins/buffer.ts';
import { InvalidArgumentError } from './errors.ts';

type HeaderValue = string | readonly string[] | undefined | null;
type Pairs = Iterable<readonly [string, HeaderValue]>;

/** A request as undici's dispatchers take it. */
export interface DispatchOptions {
  readonly origin?: string | URL;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Pairs | readonly string[] | { readonly [name: string]: HeaderValue } | null;
  readonly body?: unknown;
  readonly query?: { readonly [name: string]: unknown };
  readonly signal?: AbortSignal | null;
  readonly opaque?: unknown;
}

/** What is given to `fetch` for it. */
export async function fetchPartsOf(
  origin: string | URL | undefined,
  options: DispatchOptions,
): Promise<{ readonly url: string; readonly init: RequestInit }> {
  const method = (options.method ?? 'GET').toUpperCase();
  const body = method === 'GET' || method === 'HEAD' ? undefined : await bodyOf(options.body);
  const init = {
    ...{ method, headers: headersOf(options.headers), redirect: 'manual' as const },
    ...(body !== undefined && body !== null && { body: body as string }),
  };
  return { url: addressOf(origin, options), init };
}

/** A path is one of its origin, whatever it looks like: `//other` and `@other` name no other server. */
function addressOf(
  base: string | URL | undefined,
  { origin = base, path = '/', query }: DispatchOptions,
) {
  if (origin === undefined) throw new InvalidArgumentError('origin is required');
  if (!path.startsWith('/')) throw new InvalidArgumentError('path must start with a slash');
  const url = new URL(`${new URL(origin).origin}${path}`);
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const each of Array.isArray(value) ? value : [value])
      url.searchParams.append(name, String(each));
  }
  return url.href;
}

/** Pairs, names and values in turn, or an object. */
function headersOf(given: DispatchOptions['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of pairsOf(given)) {
    if (value === undefined || value === null || UNSENT.has(name.toLowerCase())) continue;
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, String(each));
  }
  return headers;
}

/** Of the connection, which is the host's. */
const UNSENT: ReadonlySet<string> = new Set([
  ...['connection', 'host', 'content-length', 'transfer-encoding', 'keep-alive', 'upgrade'],
]);

function pairsOf(given: DispatchOptions['headers']): Pairs {
  if (given === undefined || given === null) return [];
  if (!(Symbol.iterator in given)) return Object.entries(given);
  const all = [...given];
  if (typeof all[0] !== 'string') return all as [string, HeaderValue][];
  const flat = all as string[];
  return flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]] as const] : []));
}

/** What `fetch` cannot send by itself is collected first. */
async function bodyOf(body: unknown): Promise<unknown> {
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body;
  if (body instanceof FormData || body instanceof Blob || body instanceof URLSearchParams)
    return body;
  if (!(Symbol.asyncIterator in body) && !(Symbol.iterator in body)) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<string | Uint8Array>)
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks);
}
