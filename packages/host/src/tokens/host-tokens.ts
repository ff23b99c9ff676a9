import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  EMBEDDER,
  isUserId,
  MortiseError,
  type Principal,
  ROLE_NAMES,
  type Role,
  type TokenRecord,
  type TokenStore,
} from '@mortise/contracts';
import { endOfToken } from './token-record.ts';

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
}

/** Ninety days: long enough to be left alone, short enough that a forgotten one ends. */
export const STANDARD_LIFETIME_MS = 90 * 24 * 60 * 60 * 1_000;

/** A token as it is shown, once. */
export interface MadeToken {
  /** To be handed to its client; the host does not keep it. */
  readonly token: string;
  readonly record: TokenDescription;
}

/** What operators see of a token. */
export type TokenDescription = Omit<TokenRecord, 'hash'>;

export interface HostTokensParts {
  readonly store: TokenStore;
  /** Wall clock in ms. */
  readonly now: () => number;
  readonly requireAgent: (agentId: string) => void;
}

/** The tokens of a host: made, listed, revoked and recognised here and nowhere else. */
export class HostTokens {
  readonly #parts: HostTokensParts;
  readonly #listeners = new Set<(id: string) => void>();
  /** The principal of a record, made once: the same object while nothing changed. */
  readonly #principals = new WeakMap<TokenRecord, Principal>();

  constructor(parts: HostTokensParts) {
    this.#parts = parts;
  }

  /** Rejects with `token_invalid`, `unknown_agent` or `token_store_failed`; then nothing was made. */
  async create(wanted: NewToken, by: Principal = EMBEDDER): Promise<MadeToken> {
    const { store, now, requireAgent } = this.#parts;
    const settled = settle(wanted);
    if (settled.agents !== 'all') for (const agent of settled.agents) requireAgent(agent);
    const id = newId();
    const token = `${PREFIX}${id}_${randomBytes(32).toString('base64url')}`;
    const { lifetimeMs = STANDARD_LIFETIME_MS, ...rest } = settled;
    const createdAt = now();
    const record: TokenRecord = {
      ...{ ...rest, id, hash: digestOf(token).toString('hex'), createdAt, createdBy: by.id },
      ...(Number.isFinite(lifetimeMs) ? { expiresAt: createdAt + lifetimeMs } : {}),
    };
    const isKept = await this.#ask(() => store.add(record));
    if (!isKept) throw new MortiseError('token_store_failed', 'Try again.');
    return { token, record: describe(record) };
  }

  /** Those that ended, too. Rejects with `token_store_failed`. */
  async list(): Promise<readonly TokenDescription[]> {
    return (await this.#ask(() => this.#parts.store.list())).map(describe);
  }

  /** From here on it opens nothing, and what it opened ends. Rejects with `token_unknown` or `token_store_failed`. */
  async revoke(id: string): Promise<void> {
    const { store, now } = this.#parts;
    const isKnown = await this.#ask(() => store.revoke(id, now()));
    if (!isKnown) throw new MortiseError('token_unknown', JSON.stringify(id.slice(0, 100)));
    for (const tell of this.#listeners) tell(id);
  }

  /**
   * The principal of a token; `undefined` for one that is unknown, forged, revoked or expired, in a
   * time that does not depend on how much of it is right. Rejects with `token_store_failed`.
   */
  async verify(token: string, digest: Buffer = digestOf(token)): Promise<Principal | undefined> {
    const id = TOKEN.exec(token)?.[1];
    if (id === undefined) return undefined;
    const record = await this.#ask(() => this.#parts.store.find(id));
    const expected = record === undefined ? NO_DIGEST : Buffer.from(record.hash, 'hex');
    const isRight = timingSafeEqual(digest, expected);
    if (record === undefined || !isRight || endOfToken(record) <= this.#parts.now()) {
      return undefined;
    }
    return this.#principalOf(record);
  }

  /** Whether the token of this id is good now. Rejects with `token_store_failed`. */
  async isGood(id: string): Promise<boolean> {
    const record = await this.#ask(() => this.#parts.store.find(id));
    return record !== undefined && endOfToken(record) > this.#parts.now();
  }

  /** Calls back with the id of every token that is revoked through this host. */
  onRevoked(listener: (id: string) => void): () => void {
    const registered = (id: string) => listener(id);
    this.#listeners.add(registered);
    return () => this.#listeners.delete(registered);
  }

  #principalOf(record: TokenRecord): Principal {
    const known = this.#principals.get(record);
    if (known !== undefined) return known;
    const { hash: _, name: _name, createdAt: _at, createdBy: _by, ...rest } = record;
    const kind = record.roles.includes('operate') ? 'operator' : 'client';
    const principal = Object.freeze({ kind, ...rest }) satisfies Principal;
    this.#principals.set(record, principal);
    return principal;
  }

  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    try {
      return await question();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new MortiseError('token_store_failed', reason, { cause: error });
    }
  }
}

const PREFIX = 'mortise_';
/** The id finds the record; all of it is hashed. */
const TOKEN = /^mortise_([0-9a-z]{12})_[\w-]{43}$/;
const NO_DIGEST = Buffer.alloc(32);

/** Of one length whatever the text, as `timingSafeEqual` asks for. */
export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** 60 bits, in letters that are read aloud without mistakes. */
function newId(): string {
  return Array.from(randomBytes(12), (byte) => ID_LETTERS[byte % ID_LETTERS.length]).join('');
}

/** Thirty-two, so that a byte is divided evenly. */
const ID_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

function describe({ hash: _, ...record }: TokenRecord): TokenDescription {
  return record;
}

/** The same with its defaults. Throws `token_invalid`. */
function settle({
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
  if (lifetimeMs !== undefined && !(lifetimeMs > 0)) return 'It would have expired already.';
  const long = [texts.name, texts.provider, texts.model].find(
    (text) => text !== undefined && !/^[^\p{C}]{1,200}$/u.test(text),
  );
  return long === undefined ? undefined : 'Names have 1 to 200 visible characters.';
}
