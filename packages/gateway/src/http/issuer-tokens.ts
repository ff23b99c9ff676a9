import type { Logger, OAuthConfig, Principal, Role } from '@mortise/contracts';
import { isUserId, ROLE_NAMES } from '@mortise/contracts';
import { type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { ISSUED_PREFIX, type TokenVerifier } from './authenticator.ts';
import type { DpopProofs, PresentedToken } from './dpop-proofs.ts';
import { IssuerKeys } from './issuer-keys.ts';

/** Signatures by a key pair; none, and secrets that both sides share, are not among them. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const CLOCK_SKEW_SECONDS = 30;
/** A token that was checked is taken for so long without asking for its keys again. */
const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 1_000;
const MOST_TOKEN_CHARS = 8_000;
/** `at+jwt` of RFC 9068, and what issuers say that do not follow it. */
const TYPES: ReadonlySet<string> = new Set(['at+jwt', 'application/at+jwt', 'jwt']);

export interface IssuerTokensParts {
  /** What is configured now; `undefined` if no issuer is. */
  readonly config: () => OAuthConfig | undefined;
  /** Where this server is reached, without a slash at the end. */
  readonly url: string;
  readonly logger: Logger;
  /** Wall clock in ms. */
  readonly now: () => number;
  readonly proofs: Pick<DpopProofs, 'isGood'>;
}

/** Recognises the access tokens of the issuer that the configuration names. */
export class IssuerTokens implements TokenVerifier {
  readonly #parts: IssuerTokensParts;
  /** By which settings a principal was let in. */
  readonly #letInBy = new WeakMap<Principal, string>();
  #inForce: InForce | undefined;

  constructor(parts: IssuerTokensParts) {
    this.#parts = parts;
  }

  async verify(presented: PresentedToken): Promise<Principal | undefined> {
    const config = this.#parts.config();
    if (config === undefined) return undefined;
    const principal = await this.#recognise(presented.token, config);
    if (principal === undefined) return undefined;
    const { boundTo } = principal;
    if (boundTo === undefined) return config.dpop === 'required' ? undefined : principal;
    return (await this.#parts.proofs.isGood(presented, boundTo)) ? principal : undefined;
  }

  isInForce(principal: Principal): boolean {
    const config = this.#parts.config();
    return config !== undefined && this.#letInBy.get(principal) === this.#with(config).text;
  }

  /** Whose token it is, not yet who presents it. */
  async #recognise(token: string, config: OAuthConfig): Promise<Principal | undefined> {
    if (token.length > MOST_TOKEN_CHARS) return undefined;
    const { keys, remembered, text } = this.#with(config);
    const { now, logger } = this.#parts;
    const known = remembered.get(token);
    if (known !== undefined && known.until > now()) return known.principal;
    remembered.delete(token);
    try {
      const payload = await this.#check(token, config, keys);
      const principal = describePrincipal(payload, config, this.#agentsOf(payload));
      if (principal === undefined) return undefined;
      this.#letInBy.set(principal, text);
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      const until = Math.min(now() + REMEMBERED_MS, principal.expiresAt ?? 0);
      remembered.set(token, { principal, until });
      return principal;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      logger.debug({ issuer: config.issuer, reason }, 'A token of the issuer was not accepted.');
      return undefined;
    }
  }

  async #check(token: string, config: OAuthConfig, keys: IssuerKeys): Promise<JWTPayload> {
    const options: JWTVerifyOptions = {
      algorithms: ALGORITHMS,
      issuer: config.issuer,
      clockTolerance: CLOCK_SKEW_SECONDS,
      requiredClaims: ['exp', 'aud', 'sub'],
      currentDate: new Date(this.#parts.now()),
    };
    const { payload, protectedHeader } = await jwtVerify(token, await keys.get(), options);
    if (!TYPES.has((protectedHeader.typ ?? 'jwt').toLowerCase())) throw new Error('wrong type');
    // An ID token says to a client who signed in; it opens nothing.
    if ('nonce' in payload || 'at_hash' in payload) throw new Error('it is an ID token');
    if (this.#agentsOf(payload) === undefined) throw new Error('it is for another audience');
    return payload;
  }

  /** Which agents the audience of a token stands for: all, those whose address it names, or `undefined`. */
  #agentsOf({ aud = [] }: JWTPayload): 'all' | readonly string[] | undefined {
    const audiences = (Array.isArray(aud) ? aud : [aud]).map((each) => each.replace(/\/$/, ''));
    const { url } = this.#parts;
    const wanted = this.#parts.config()?.audience?.replace(/\/$/, '');
    if (audiences.some((each) => each === url || each === wanted)) return 'all';
    const start = `${url}/mcp/`;
    const agents = audiences.flatMap((each) => {
      const name = each.startsWith(start) ? decode(each.slice(start.length)) : undefined;
      return name === undefined ? [] : [name];
    });
    return agents.length === 0 ? undefined : agents;
  }

  #with(config: OAuthConfig): InForce {
    if (this.#inForce?.config === config) return this.#inForce;
    const { issuer, jwks_uri: jwksUri } = config;
    const { now } = this.#parts;
    const keys = new IssuerKeys({ issuer, now, ...(jwksUri === undefined ? {} : { jwksUri }) });
    this.#inForce = { config, keys, remembered: new Map(), text: JSON.stringify(config) };
    return this.#inForce;
  }
}

/** What holds while one configuration does. */
interface InForce {
  readonly config: OAuthConfig;
  /** Of the settings: a reload that leaves them alone ends nothing. */
  readonly text: string;
  readonly keys: IssuerKeys;
  readonly remembered: Map<string, { readonly principal: Principal; readonly until: number }>;
}

/** `undefined` for a token that has no role, no agent, or no user that can be one. */
function describePrincipal(
  payload: JWTPayload,
  config: OAuthConfig,
  ofAudience: 'all' | readonly string[] = [],
): Principal | undefined {
  const { sub = '', exp = 0 } = payload;
  const userId = payload[config.user_claim ?? 'sub'];
  if (typeof userId !== 'string' || !isUserId(userId)) return undefined;
  const roles = rolesOf(payload, config);
  const claimed = config.agents_claim === undefined ? 'all' : listOf(payload[config.agents_claim]);
  const agents = meet(meet(config.agents, claimed), ofAudience);
  return Object.freeze({
    kind: roles.includes('operate') ? 'operator' : 'client',
    id: `${ISSUED_PREFIX}${sub}`,
    roles,
    agents,
    userId,
    expiresAt: exp * 1_000,
    ...boundKey(payload),
  });
}

/** The key that a token is bound to, by its thumbprint; another kind of binding cannot be proven here. */
function boundKey({ cnf }: JWTPayload): { readonly boundTo?: string } {
  if (cnf === undefined) return {};
  const thumbprint =
    typeof cnf === 'object' && cnf !== null ? (cnf as { readonly jkt?: unknown }).jkt : undefined;
  return { boundTo: typeof thumbprint === 'string' ? thumbprint : 'unknown' };
}

export const STANDARD_SCOPES: { readonly [scope: string]: Role } = Object.fromEntries(
  ROLE_NAMES.map((role) => [`mortise:${role}`, role]),
);

function rolesOf(payload: JWTPayload, { scopes = STANDARD_SCOPES }: OAuthConfig): readonly Role[] {
  const held = [...listOf(payload['scope']), ...listOf(payload['scp'])];
  const roles = held.flatMap((scope) => (Object.hasOwn(scopes, scope) ? [scopes[scope]] : []));
  return Object.freeze(ROLE_NAMES.filter((role) => roles.includes(role)));
}

/** A list of texts, or one text with blanks between. */
function listOf(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return claim.split(' ').filter((each) => each !== '');
  return Array.isArray(claim) ? claim.filter((each) => typeof each === 'string') : [];
}

type Agents = 'all' | readonly string[];

function meet(one: Agents, other: Agents): Agents {
  if (one === 'all') return other;
  return Object.freeze(other === 'all' ? [...one] : one.filter((each) => other.includes(each)));
}

function decode(text: string): string | undefined {
  try {
    return text.includes('/') ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
