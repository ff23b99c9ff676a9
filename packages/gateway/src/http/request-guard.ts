import { validateHostHeader } from '@modelcontextprotocol/server';
import type { MiddlewareHandler } from 'hono';
import { ANSWER_HEADERS } from '../mcp/answer-headers.ts';
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
export class RequestGuard {
  readonly #allowedHosts: string[];
  readonly #isAllowedOrigin: RequestGuardOptions['isAllowedOrigin'];
  /** Headers that were found right: clients send few of them, and often. */
  readonly #knownHosts = new Set<string>();

  constructor({ allowedHosts, isAllowedOrigin }: RequestGuardOptions) {
    this.#allowedHosts = [...allowedHosts];
    this.#isAllowedOrigin = isAllowedOrigin;
  }

  /** Throws `host_forbidden`, `origin_forbidden` or `request_invalid`. */
  check({ host, origin, path }: GuardedRequest): void {
    // A probe asks by an address that is not known before; what it learns is no secret.
    if (!PROBED.has(path)) this.#checkHost(host);
    if (origin !== undefined && !this.#isAllowedOrigin(origin)) {
      throw new HttpProblem(403, 'origin_forbidden');
    }
  }

  #checkHost(header: string | undefined): void {
    if (header !== undefined && this.#knownHosts.has(header)) return;
    const host = validateHostHeader(header, this.#allowedHosts);
    if (!host.ok && host.errorCode !== 'invalid_host') {
      throw new HttpProblem(400, 'request_invalid', { detail: 'Its host cannot be read.' });
    }
    if (!host.ok) throw new HttpProblem(403, 'host_forbidden');
    if (header === undefined) return;
    if (this.#knownHosts.size >= MOST_KNOWN_HOSTS) this.#knownHosts.clear();
    this.#knownHosts.add(header);
  }
}

/** What of a request says whether a page sent it. */
export interface GuardedRequest {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly path: string;
}

/** The ports in a header are not looked at, so there can be some of each name. */
const MOST_KNOWN_HOSTS = 100;

export function guardRequest(guard: RequestGuard): MiddlewareHandler {
  return async ({ req }, next) => {
    guard.check({ host: req.header('host'), origin: req.header('origin'), path: req.path });
    await next();
  };
}

const PROBED: ReadonlySet<string> = new Set(['/health', '/ready']);

/** Adds what every answer says to a browser. */
export function securityHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    secure(context.res.headers);
  };
}

/** For answers that are made before any route is asked; what an answer says itself stays. */
export function secure(headers: Headers): void {
  for (const [name, value] of Object.entries(ANSWER_HEADERS)) {
    if (!headers.has(name)) headers.set(name, value);
  }
}
