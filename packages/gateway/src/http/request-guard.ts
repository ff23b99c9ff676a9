import { validateHostHeader } from '@modelcontextprotocol/server';
import type { MiddlewareHandler } from 'hono';
import { HttpProblem } from './http-problem.ts';

export interface RequestGuardOptions {
  /** Names of this server, without ports; an IPv6 address in brackets. */
  readonly allowedHosts: readonly string[];
  /** Whole origins, `http://127.0.0.1:4848`. */
  readonly isAllowedOrigin: (origin: string) => boolean;
}

/**
 * Refuses what a web page could make a browser send (DNS rebinding, cross-site requests).
 * A request without Origin is not a page's; one with a wrong one gets nothing, token or not.
 */
export function guardRequest(options: RequestGuardOptions): MiddlewareHandler {
  const allowedHosts = [...options.allowedHosts];
  return async (context, next) => {
    const host = validateHostHeader(context.req.header('host'), allowedHosts);
    // A probe asks by an address that is not known before; what it learns is no secret.
    if (!host.ok && !PROBED.has(context.req.path)) throw new HttpProblem(403, 'host_forbidden');
    const origin = context.req.header('origin');
    if (origin !== undefined && !options.isAllowedOrigin(origin)) {
      throw new HttpProblem(403, 'origin_forbidden');
    }
    await next();
  };
}

const PROBED: ReadonlySet<string> = new Set(['/health', '/ready']);

/** What every answer says to a browser. No CORS header is among them. */
export function securityHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    secure(context.res.headers);
  };
}

/** For answers that are made before any route is asked; what an answer says itself stays. */
export function secure(headers: Headers): void {
  for (const [name, value] of HEADERS) if (!headers.has(name)) headers.set(name, value);
}

const HEADERS = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
] as const;
