import btoa from 'core-js-pure/actual/btoa';
import URLSearchParams from 'core-js-pure/actual/url-search-params';
import { Headers } from './headers.ts';

interface WebInit {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
  readonly redirect?: string;
}

/**
 * What of `init` the host understands, as data. Everything else of the web's `init` has no meaning
 * without a browser.
 */
export function plainInit(init: unknown): object | undefined {
  if (typeof init !== 'object' || init === null) return undefined;
  const { method, headers, body, redirect } = init as WebInit;
  const all = new Headers(headers ?? []);
  if (body instanceof URLSearchParams && !all.has('content-type'))
    all.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  const pairs = [...all];
  return {
    ...(method === undefined ? {} : { method }),
    ...(redirect === undefined ? {} : { redirect }),
    ...(pairs.length === 0 ? {} : { headers: pairs }),
    ...plainBody(body),
  };
}

function plainBody(body: unknown): object {
  if (body === undefined || body === null) return {};
  const bytes = bytesOf(body);
  if (bytes === undefined) return { body: String(body) };
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { body: btoa(binary), bodyEncoding: 'base64' };
}

function bytesOf(body: unknown): Uint8Array | undefined {
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (!ArrayBuffer.isView(body)) return undefined;
  return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
}
