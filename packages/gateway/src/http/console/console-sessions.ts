import type { Principal } from '@mortise/contracts';
import type { HostTokens, NewToken, TokenDescription } from '@mortise/host';
import type { Authenticator } from '../authenticator.ts';
import type { ConsoleCookie } from './console-cookie.ts';
import { type LinkMaker, LoginCodes, type SignInWish } from './login-codes.ts';

export interface ConsoleSessionsParts {
  readonly tokens: Pick<HostTokens, 'create' | 'list' | 'revoke'>;
  readonly authenticator: Pick<Authenticator, 'ofToken'>;
  readonly cookie: ConsoleCookie;
  /** Where browsers reach this server, without a slash at the end. */
  readonly url: string;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** A browser that has just signed in. */
export interface SignedIn {
  readonly principal: Principal;
  /** For the header that every request of it sends. */
  readonly key: string;
  readonly setCookie: string;
}

/** A link that signs in, once. */
export interface SignInLink {
  readonly url: string;
  /** Wall clock in ms. */
  readonly expiresAt: number;
}

/** What signing in makes: it ends with the token that made its link. */
type SessionToken = SignInWish &
  Required<Pick<NewToken, 'lifetimeMs'>> &
  Pick<NewToken, 'endsWith'>;

/** A working day: after it a person signs in again. */
const SESSION_MS = 12 * 60 * 60_000;
/** The name of the tokens that signing in makes, in the list of tokens. */
const CONSOLE_TOKEN_NAME = 'console';
/** What browsers keep of one cookie, with its name and attributes. */
const MOST_COOKIE_CHARS = 3_800;

/** Ends every session of the console that these tokens hold, whether or not a host serves it. */
export async function endConsoleSessions(
  tokens: Pick<HostTokens, 'list'> & { readonly revoke: (id: string) => Promise<unknown> },
): Promise<void> {
  const records = await tokens.list();
  const open = records.filter(({ name, revokedAt }) => name === CONSOLE_TOKEN_NAME && !revokedAt);
  await Promise.all(open.map(({ id }) => tokens.revoke(id)));
}

/**
 * Signs people in to the console. A session is a token like any other, made for it: it is listed,
 * expires, has roles, and ends when it is revoked. So it does with the token whose link opened it.
 */
export class ConsoleSessions {
  readonly #parts: ConsoleSessionsParts;
  readonly #codes: LoginCodes;

  constructor(parts: ConsoleSessionsParts) {
    this.#parts = parts;
    this.#codes = new LoginCodes(parts.now);
  }

  /** The code is in the fragment, which browsers keep from servers and the page takes out of the history. */
  link(wish: SignInWish, madeBy: LinkMaker): SignInLink {
    const { code, expiresAt } = this.#codes.make(wish, madeBy);
    return { url: `${this.#parts.url}/#login=${code}`, expiresAt };
  }

  /**
   * `undefined` if the code is unknown, was used or is too old, or if the token that asked for it ended since.
   * Rejects with what making a token rejects with.
   */
  async openWithCode(code: string): Promise<SignedIn | undefined> {
    const kept = this.#codes.take(code);
    if (kept === undefined) return undefined;
    const { wish, madeBy } = kept;
    const origin = await this.#originOf(madeBy.id);
    const left = (origin ?? madeBy).expiresAt ?? Number.POSITIVE_INFINITY;
    const lifetimeMs = Math.min(left - this.#parts.now(), SESSION_MS);
    if (origin?.revokedAt !== undefined || lifetimeMs <= 0) return undefined;
    const bond = origin === undefined ? {} : { endsWith: origin.id };
    return this.#make({ ...wish, ...bond, lifetimeMs }, madeBy.id);
  }

  /** The token that made a link; the operator's own and those of an issuer are in no list. */
  async #originOf(tokenId: string): Promise<TokenDescription | undefined> {
    return (await this.#parts.tokens.list()).find(({ id }) => id === tokenId);
  }

  /** With a token that a person holds; `undefined` if it is not good. */
  async openWithToken(token: string): Promise<SignedIn | undefined> {
    const found = await this.#parts.authenticator.ofToken(token);
    if ('fault' in found || token.length > MOST_COOKIE_CHARS) return undefined;
    // The token of the file opens everything for ever; a browser gets one that ends.
    if (found.id === 'operator') {
      return this.#make({ roles: ['operate'], agents: 'all', lifetimeMs: SESSION_MS }, found.id);
    }
    const left = (found.expiresAt ?? Number.POSITIVE_INFINITY) - this.#parts.now();
    return this.#signedIn(found, token, Math.min(left, SESSION_MS));
  }

  /** Ends a session that signing in has made; a token that a person brought stays theirs. Answers how the browser forgets it. */
  async close(principal: Principal): Promise<string> {
    const { tokens, cookie } = this.#parts;
    if (principal.roles.length === 0) return cookie.clear();
    const record = (await tokens.list()).find(({ id }) => id === principal.id);
    if (record?.name === CONSOLE_TOKEN_NAME) await tokens.revoke(record.id, principal);
    return cookie.clear();
  }

  /** Ends every session and link: one who had the operator's token may have made some. */
  async endAll(): Promise<void> {
    this.#codes.clear();
    await endConsoleSessions(this.#parts.tokens);
  }

  async #make(wanted: SessionToken, madeBy: string): Promise<SignedIn> {
    const { tokens, authenticator } = this.#parts;
    const by = { kind: 'operator', id: madeBy, roles: ['operate'], agents: 'all' } as const;
    const { token } = await tokens.create({ ...wanted, name: CONSOLE_TOKEN_NAME }, by);
    const principal = await authenticator.ofToken(token);
    if ('fault' in principal) throw new Error('A token that was just made is not known.');
    return this.#signedIn(principal, token, wanted.lifetimeMs);
  }

  #signedIn(principal: Principal, token: string, lifetimeMs: number): SignedIn {
    const { cookie } = this.#parts;
    return { principal, key: cookie.keyOf(token), setCookie: cookie.write(token, lifetimeMs) };
  }
}
