import { timingSafeEqual } from 'node:crypto';
import type { Principal } from '@mortise/contracts';
import { digestOf, type Host } from '@mortise/host';
import type { DpopProofs, PresentedToken } from './dpop-proofs.ts';

/** The same for a token that is unknown, forged, revoked, expired or malformed: guessing teaches nothing. */
export interface AuthFault {
  readonly fault: 'missing' | 'invalid';
}

/** Recognises the tokens of an issuer. */
export interface TokenVerifier {
  /** `undefined` for one that is not good. Never rejects. */
  verify(presented: PresentedToken): Promise<Principal | undefined>;
  /** Whether what is configured is what a principal was let in by. */
  isInForce(principal: Principal): boolean;
}

/** A request as it asks to be let in. */
export type AskedRequest = Omit<PresentedToken, 'token' | 'scheme'> & {
  readonly authorization: string | undefined;
};

export interface AuthenticatorParts {
  readonly tokens: Pick<Host['tokens'], 'verify' | 'recall' | 'isGood'>;
  /** The token of the file. */
  readonly operatorToken: string;
  /** Wall clock in ms. */
  readonly now?: () => number;
  /** Of the issuer that is configured, if one is. */
  readonly issuer?: TokenVerifier;
  readonly proofs: Pick<DpopProofs, 'isGood'>;
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
  async authenticate({ authorization, ...request }: AskedRequest): Promise<Principal | AuthFault> {
    if (authorization === undefined) return { fault: 'missing' };
    const [, scheme = '', token] = CREDENTIALS.exec(authorization) ?? [];
    if (token === undefined) return { fault: 'invalid' };
    const digest = digestOf(token);
    const presented = { ...request, token, scheme: scheme.toLowerCase() as 'bearer' | 'dpop' };
    if (timingSafeEqual(digest, this.#operator)) return OPERATOR;
    const { tokens, issuer } = this.#parts;
    const found = isCompactJwt(token)
      ? await issuer?.verify(presented)
      : await this.#ifBound(await tokens.verify(token, digest), presented);
    return found ?? { fault: 'invalid' };
  }

  /**
   * Who asks, at once, if that is the client of a token that was shown a moment ago. `undefined` for all others, good or
   * not; a token that is bound to a key has to be looked at with its proof.
   */
  recognise(authorization: string | undefined): Principal | undefined {
    if (authorization?.startsWith(BEARER) !== true) return undefined;
    const known = this.#parts.tokens.recall(authorization.slice(BEARER.length));
    return known?.boundTo === undefined ? known : undefined;
  }

  /** Who a token alone lets in: none that is bound to a key. */
  ofToken(token: string): Promise<Principal | AuthFault> {
    const request = { proof: undefined, method: '', url: '' };
    return this.authenticate({ authorization: `Bearer ${token}`, ...request });
  }

  /** One that is bound to a key opens nothing without a proof of that key. */
  async #ifBound(
    principal: Principal | undefined,
    presented: PresentedToken,
  ): Promise<Principal | undefined> {
    if (principal?.boundTo === undefined) return principal;
    return (await this.#parts.proofs.isGood(presented, principal.boundTo)) ? principal : undefined;
  }

  /** Whether what let a principal in is still good. Rejects with `token_store_failed`. */
  async isGood(principal: Principal): Promise<boolean> {
    const { id, expiresAt } = principal;
    const { tokens, issuer, now = Date.now } = this.#parts;
    if (expiresAt !== undefined && expiresAt <= now()) return false;
    if (id.startsWith(ISSUED_PREFIX)) return issuer?.isInForce(principal) === true;
    return FIXED_IDS.has(id) || tokens.isGood(id);
  }

  /** From here on the operator has another token. */
  rotate(operatorToken: string): void {
    this.#operator = digestOf(operatorToken);
  }
}

/** As clients write it. */
const BEARER = 'Bearer ';
const CREDENTIALS = /^(bearer|dpop) +([\x21-\x7e]+)$/i;

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
