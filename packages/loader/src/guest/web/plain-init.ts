import { Headers } from './headers.ts';

interface WebInit {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
  readonly redirect?: string;
}

/**
 * What of `init` the host understands, as data. A signal does not cross: the host ends a request
 * with its call, and everything else of the web's `init` has no meaning without a browser.
 */
export function plainInit(init: unknown): object | undefined {
  if (typeof init !== 'object' || init === null) return undefined;
  const { method, headers, body, redirect } = init as WebInit;
  const plain = {
    ...(method === undefined ? {} : { method }),
    ...(redirect === undefined ? {} : { redirect }),
    ...plainBody(body),
  };
  const pairs = [...new Headers(headers ?? [])];
  return pairs.length === 0 ? plain : { ...plain, headers: pairs };
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
