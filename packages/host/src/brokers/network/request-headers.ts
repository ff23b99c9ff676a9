import { denied, failed } from '../broker-refusal.ts';

export type HeaderPairs = readonly (readonly [name: string, value: string])[];

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
const CONTROL = /[^\P{Cc}\t]/u;
const MOST_HEADERS = 64;
const MOST_CHARS = 16_000;

/** What steers the connection or speaks for a browser or a proxy belongs to the host. */
const REFUSED = new Set([
  'host',
  'connection',
  'content-length',
  'expect',
  'forwarded',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);
const REFUSED_PREFIX = /^(?:proxy-|sec-|x-forwarded-)/;

/** Sent to the origin they were meant for, and to no other. */
const CREDENTIALS = new Set(['authorization', 'cookie', 'x-api-key', 'x-auth-token', 'api-key']);

/** Names in lower case. `accept-encoding` is dropped: the host decodes, so the host asks. */
export function interpretHeaders(
  raw: Readonly<Record<string, string>> | readonly (readonly string[])[] | undefined,
): HeaderPairs {
  const listed = raw === undefined ? [] : isPairs(raw) ? raw : Object.entries(raw);
  if (listed.length > MOST_HEADERS) throw failed(`More than ${MOST_HEADERS} headers.`);
  const pairs = listed.map(([name = '', value = '']) => [name.toLowerCase(), value] as const);
  if (pairs.join('').length > MOST_CHARS) throw failed('The headers are too long.');
  for (const [name, value] of pairs) vetHeader(name, value);
  return pairs.filter(([name]) => name !== 'accept-encoding');
}

export function vetHeader(name: string, value: string): void {
  if (!NAME.test(name)) throw failed('A header name is not well-formed.');
  if (REFUSED.has(name) || REFUSED_PREFIX.test(name)) {
    throw denied(`The header ${name} is set by the host.`);
  }
  if (CONTROL.test(value)) throw failed(`The value of the header ${name} is not well-formed.`);
}

/** What goes along to another origin. `secret` are headers that a secret was filled into. */
export function headersAcrossOrigins(
  headers: HeaderPairs,
  secret: ReadonlySet<string>,
): HeaderPairs {
  return headers.filter(([name]) => !CREDENTIALS.has(name) && !secret.has(name));
}

export function headersWithoutBody(headers: HeaderPairs): HeaderPairs {
  return headers.filter(([name]) => !name.startsWith('content-'));
}

function isPairs(
  raw: Readonly<Record<string, string>> | readonly (readonly string[])[],
): raw is readonly (readonly string[])[] {
  return Array.isArray(raw);
}
