import { denied } from '../broker-refusal.ts';
import type { FilledHop } from './fill-request.ts';
import { headersAcrossOrigins, headersWithoutBody } from './request-headers.ts';
import type { Hop, HopResponse } from './send-hop.ts';
import { parseRequestUrl } from './vet-url.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Where a response sends the request, or `undefined` if it is an answer. */
export function redirectTarget(response: HopResponse): string | undefined {
  if (!REDIRECTS.has(response.status)) return undefined;
  return response.headers.find(([name]) => name === 'location')?.[1];
}

/**
 * The request that a redirect asks for. To another origin it carries no credentials; a body that a
 * secret was filled into does not go there at all.
 */
export function nextHop(filled: FilledHop, response: HopResponse, location: string): Hop {
  const { hop, secretHeaders, isBodySecret } = filled;
  const url = parseRequestUrl(location, hop.url);
  const keepsBody = keepsMethod(hop.method, response.status);
  const isSameOrigin = url.origin === hop.url.origin;
  if (keepsBody && isBodySecret && !isSameOrigin) {
    throw denied('A redirect to another origin would carry a secret along.');
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
