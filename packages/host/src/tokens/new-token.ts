import { isUserId, MortiseError, ROLE_NAMES, type Role } from '@mortise/contracts';

/** What a token is to be for. */
export interface NewToken {
  /** At least one, or `all`. */
  readonly agents: 'all' | readonly string[];
  /** `call` if absent. */
  readonly roles?: readonly Role[];
  readonly userId?: string;
  /** What it is for, in the operator's words. */
  readonly name?: string;
  /** From now on, in ms; `STANDARD_LIFETIME_MS` if absent, `Infinity` for one that does not expire. */
  readonly lifetimeMs?: number;
  readonly provider?: string;
  readonly model?: string;
  readonly sandboxed?: boolean;
  /** The thumbprint (RFC 7638) of the key of its client: without a proof of it the token opens nothing. */
  readonly boundTo?: string;
  /** The id of another token: this one ends with it, revoked or expired. */
  readonly endsWith?: string;
}

/** Ninety days: long enough to be left alone, short enough that a forgotten one ends. */
export const STANDARD_LIFETIME_MS = 90 * 24 * 60 * 60 * 1_000;

/** The same with its defaults. Throws `token_invalid`. */
export function settleNewToken({
  roles = ['call'],
  ...wanted
}: NewToken): NewToken & Required<Pick<NewToken, 'roles'>> {
  const fault = findFault({ roles, ...wanted });
  if (fault !== undefined) throw new MortiseError('token_invalid', fault);
  const agents = wanted.agents === 'all' ? 'all' : [...new Set(wanted.agents)];
  return { ...wanted, agents, roles: ROLE_NAMES.filter((role) => roles.includes(role)) };
}

function findFault({
  agents,
  roles = [],
  userId,
  lifetimeMs,
  boundTo,
  ...texts
}: NewToken): string | undefined {
  const unknown = roles.find((role) => !ROLE_NAMES.includes(role));
  if (unknown !== undefined) {
    return `There is no role ${JSON.stringify(unknown)}; there are ${ROLE_NAMES.join(', ')}.`;
  }
  if (roles.length === 0) return 'It has no role.';
  if (agents !== 'all' && agents.length === 0) return 'It names no agent.';
  if (roles.includes('operate') && (agents !== 'all' || userId !== undefined)) {
    return 'The role `operate` is for all agents and for no user.';
  }
  if (userId !== undefined && !isUserId(userId)) {
    return 'A user is 1 to 256 visible characters on one line.';
  }
  if (boundTo !== undefined && !/^[\w-]{43}$/.test(boundTo)) {
    return 'A key is named by its SHA-256 thumbprint: 43 letters of base64url.';
  }
  if (lifetimeMs !== undefined && !(lifetimeMs > 0)) return 'It would have expired already.';
  const long = [texts.name, texts.provider, texts.model].find(
    (text) => text !== undefined && !/^[^\p{C}]{1,200}$/u.test(text),
  );
  return long === undefined ? undefined : 'Names have 1 to 200 visible characters.';
}
