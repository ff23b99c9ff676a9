import { denied, failed } from '../broker-refusal.ts';
import type { FilledHop } from './fill-request.ts';
import type { Hop, OpenedHop } from './open-hop.ts';
import { headersAcrossOrigins, headersWithoutBody } from './request-headers.ts';
import { parseRequestUrl } from './vet-url.ts';

type HopAnswer = Pick<OpenedHop, 'status' | 'headers'>;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Where a response sends the request, or `undefined` if it is an answer. */
export function redirectTarget(response: HopAnswer): string | undefined {
  if (!REDIRECTS.has(response.status)) return undefined;
  return response.headers.find(([name]) => name === 'location')?.[1];
}

/**
 * The request that a redirect asks for. To another origin it carries no credentials; a body that a
 * secret was filled into does not go there at all.
 */
export function nextHop(filled: FilledHop, response: HopAnswer, location: string): Hop {
  const { hop, secretHeaders, isBodySecret } = filled;
  const url = parseRequestUrl(location, hop.url);
  const keepsBody = keepsMethod(hop.method, response.status);
  const isSameOrigin = url.origin === hop.url.origin;
  if (keepsBody && isBodySecret && !isSameOrigin) {
    throw denied('A redirect to another origin would carry a secret along.');
  }
  if (keepsBody && hop.body !== undefined && !Buffer.isBuffer(hop.body)) {
    throw failed(
      'The server redirected a request whose body came as a stream, which is gone by then.',
    );
  }
  const kept = isSameOrigin ? hop.headers : headersAcrossOrigins(hop.headers, secretHeaders);
  return keepsBody
    ? { ...hop, url, headers: kept }
    : { url, method: 'GET', headers: headersWithoutBody(kept), body: undefined };
}

/** As browsers do it: 303 and a redirected POST become GET. */
function keepsMethod(method: string, status: number): boolean {
  if (status === 307 || status === 308 || method === 'GET' || method === 'HEAD') return true;
  return status !== 303 && method !== 'POST';
}
