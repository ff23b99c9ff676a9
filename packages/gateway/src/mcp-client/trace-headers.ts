import type { FetchLike } from '@modelcontextprotocol/client';
import { readCarrier } from '@mortise/host';

/** The same `fetch`: trace context that a message has in its `_meta` is in the headers as well, where proxies look for it. */
export function withTraceHeaders(fetch: FetchLike): FetchLike {
  return (url, init) => {
    const carrier = carrierIn(init?.body);
    if (carrier === undefined) return fetch(url, init);
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(carrier)) {
      // `_meta` may hold any text, a header visible ones of one line alone.
      if (HEADER_TEXT.test(value)) headers.set(name, value);
    }
    return fetch(url, { ...init, headers });
  };
}

const HEADER_TEXT = /^[\x20-\x7e]+$/;

/** Most messages have none, and are not read. */
function carrierIn(body: unknown): ReturnType<typeof readCarrier> {
  if (typeof body !== 'string' || !body.includes('"traceparent"')) return undefined;
  const message: unknown = JSON.parse(body);
  if (typeof message !== 'object' || message === null || !('params' in message)) return undefined;
  const { params } = message as { readonly params?: { readonly _meta?: unknown } };
  return readCarrier(params?._meta);
}
