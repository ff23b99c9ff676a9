import { timingSafeEqual } from 'node:crypto';
import type { Principal } from '@mortise/contracts';
import { digestOf, type Host } from '@mortise/host';

/** The same for a token that is unknown, forged, revoked, expired or malformed: guessing teaches nothing. */
export interface AuthFault {
  readonly fault: 'missing' | 'invalid';
}

export interface AuthenticatorParts {
  readonly tokens: Pick<Host['tokens'], 'verify'>;
  /** The token of the file. */
  readonly operatorToken: string;
}

/** Says who asks. The API and MCP ask the same one. */
export class Authenticator {
  readonly #parts: AuthenticatorParts;
  readonly #operator: Buffer;

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts;
    this.#operator = digestOf(parts.operatorToken);
  }

  /** Rejects with `token_store_failed` if that cannot be known; the token of the file needs no store. */
  async authenticate(authorization: string | undefined): Promise<Principal | AuthFault> {
    if (authorization === undefined) return { fault: 'missing' };
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) return { fault: 'invalid' };
    const digest = digestOf(token);
    if (timingSafeEqual(digest, this.#operator)) return OPERATOR;
    return (await this.#parts.tokens.verify(token, digest)) ?? { fault: 'invalid' };
  }
}

const BEARER = /^bearer +([\x21-\x7e]+)$/i;

const OPERATOR: Principal = Object.freeze({
  kind: 'operator',
  id: 'operator',
  roles: Object.freeze(['operate'] as const),
  agents: 'all',
});

/** Who asks without a token, where that is allowed at all: opens nothing. */
export const ANONYMOUS: Principal = Object.freeze({
  kind: 'client',
  id: 'anonymous',
  roles: Object.freeze([]),
  agents: Object.freeze([]),
});

/** Who asks over MCP where the operator serves it without tokens. */
export const LOCAL_CLIENT: Principal = Object.freeze({
  kind: 'client',
  id: 'local',
  roles: Object.freeze(['call'] as const),
  agents: 'all',
});
