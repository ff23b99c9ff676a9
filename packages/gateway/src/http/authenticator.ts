import { timingSafeEqual } from 'node:crypto';
import type { Principal } from '@mortise/contracts';
import { digestOf, type Host } from '@mortise/host';

/** The same for a token that is unknown, forged, revoked, expired or malformed: guessing teaches nothing. */
export interface AuthFault {
  readonly fault: 'missing' | 'invalid';
}

/** Recognises the tokens of an issuer. */
export interface TokenVerifier {
  /** `undefined` for one that is not good. Never rejects. */
  verify(token: string): Promise<Principal | undefined>;
}

export interface AuthenticatorParts {
  readonly tokens: Pick<Host['tokens'], 'verify' | 'isGood'>;
  /** The token of the file. */
  readonly operatorToken: string;
  /** Wall clock in ms. */
  readonly now?: () => number;
  /** Of the issuer that is configured, if one is. */
  readonly issuer?: TokenVerifier;
}

/** Says who asks. The API and MCP ask the same one. */
export class Authenticator {
  readonly #parts: AuthenticatorParts;
  #operator: Buffer;

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
    const { tokens, issuer } = this.#parts;
    const found = isCompactJwt(token)
      ? await issuer?.verify(token)
      : await tokens.verify(token, digest);
    return found ?? { fault: 'invalid' };
  }

  /** Whether what let a principal in is still good. Rejects with `token_store_failed`. */
  async isGood({ id, expiresAt }: Principal): Promise<boolean> {
    const { tokens, now = Date.now } = this.#parts;
    if (expiresAt !== undefined && expiresAt <= now()) return false;
    return FIXED_IDS.has(id) || id.startsWith(ISSUED_PREFIX) || tokens.isGood(id);
  }

  /** From here on the operator has another token. */
  rotate(operatorToken: string): void {
    this.#operator = digestOf(operatorToken);
  }
}

const BEARER = /^bearer +([\x21-\x7e]+)$/i;

/** Ids of principals that an issuer vouches for; no token of the host has such an id. */
export const ISSUED_PREFIX = 'oauth:';

/** Three parts: no token of this host has a dot in it. */
function isCompactJwt(token: string): boolean {
  return token.startsWith('ey') && token.split('.', 4).length === 3;
}

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

const FIXED_IDS: ReadonlySet<string> = new Set([OPERATOR.id, ANONYMOUS.id, LOCAL_CLIENT.id]);
