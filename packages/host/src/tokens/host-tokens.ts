import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  EMBEDDER,
  type JsonValue,
  MortiseError,
  type Principal,
  type TokenRecord,
  type TokenStore,
} from '@mortise/contracts';
import { type NewToken, STANDARD_LIFETIME_MS, settleNewToken } from './new-token.ts';
import { REVOKED_EVERYWHERE_MS, type ReadToken, RecentTokens } from './recent-tokens.ts';
import { endingWith, endWithOrigins, withRevokedOrigins } from './token-origins.ts';
import { endOfToken } from './token-record.ts';
import { digestOf, idOfToken, makeToken } from './token-text.ts';

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
  /** Monotonic, ms. */
  readonly clock?: () => number;
  readonly requireAgent: (agentId: string) => void;
  /** Writes down what is about to be done; what throws is not done. */
  readonly record: (action: TokenAction) => void;
}

/** One action on a token, for the audit log. */
export interface TokenAction {
  readonly principal: Principal;
  readonly action: 'token.create' | 'token.revoke';
  /** The id of the token. */
  readonly target: string;
  readonly detail?: JsonValue;
}

/** The tokens of a host: made, listed, revoked and recognised here and nowhere else. */
export class HostTokens {
  readonly #parts: HostTokensParts;
  readonly #listeners = new Set<(id: string) => void>();
  /** A record as it is compared, made once: its principal is the same object while nothing changed. */
  readonly #tokens = new WeakMap<TokenRecord, ReadToken>();
  readonly #recent: RecentTokens;

  constructor(parts: HostTokensParts) {
    this.#parts = parts;
    this.#recent = new RecentTokens(parts.clock);
  }

  /** Rejects with `token_invalid`, `unknown_agent` or `token_store_failed`; then nothing was made. */
  async create(wanted: NewToken, by: Principal = EMBEDDER): Promise<MadeToken> {
    const { store, now, requireAgent } = this.#parts;
    const settled = settleNewToken(wanted);
    if (settled.agents !== 'all') for (const agent of settled.agents) requireAgent(agent);
    const { id, token } = makeToken();
    const { lifetimeMs = STANDARD_LIFETIME_MS, ...rest } = settled;
    const createdAt = now();
    const expiresAt = Math.min(createdAt + lifetimeMs, await this.#endOfOrigin(settled.endsWith));
    const record: TokenRecord = {
      ...{ ...rest, id, hash: digestOf(token).toString('hex'), createdAt, createdBy: by.id },
      ...(Number.isFinite(expiresAt) ? { expiresAt } : {}),
    };
    const { hash: _, ...detail } = record;
    this.#parts.record({
      principal: by,
      action: 'token.create',
      target: id,
      detail: { ...detail } as JsonValue,
    });
    const isKept = await this.#ask(() => store.add(record));
    if (!isKept) throw new MortiseError('token_store_failed', 'Try again.');
    await this.#ask(() => store.prune(createdAt - KEPT_AFTER_END_MS));
    return { token, record: describe(record) };
  }

  /** Those that ended, too. Rejects with `token_store_failed`. */
  async list(): Promise<readonly TokenDescription[]> {
    const records = await this.#ask(() => this.#parts.store.list());
    return withRevokedOrigins(records).map(describe);
  }

  /**
   * Ends a token, those that end with it, and what they opened. When this resolves it opens nothing any more, in no host on the same state.
   * Rejects with `token_unknown` or `token_store_failed`.
   */
  async revoke(id: string, by: Principal = EMBEDDER): Promise<void> {
    const { store, now, record } = this.#parts;
    if ((await this.#ask(() => store.find(id))) === undefined) throw unknownToken(id);
    record({ principal: by, action: 'token.revoke', target: id });
    const isKnown = await this.#ask(() => store.revoke(id, now()));
    if (!isKnown) throw unknownToken(id);
    this.#recent.forget(id);
    await this.#tellEnd(id);
    await this.#untilSeenByAll();
  }

  /**
   * The principal of a token; `undefined` for one that is unknown, forged, revoked or expired, in a
   * time that does not depend on how much of it is right. What another process revoked counts a moment later, and
   * before that process says that it is revoked. Rejects with `token_store_failed`.
   */
  async verify(token: string, digest: Buffer = digestOf(token)): Promise<Principal | undefined> {
    const id = idOfToken(token);
    if (id === undefined) return undefined;
    const known = this.#recent.find(id) ?? (await this.#read(id)) ?? NO_TOKEN;
    if (!timingSafeEqual(digest, known.digest)) return undefined;
    this.#recent.noteShown(id, known, token);
    return this.#ifGood(known);
  }

  /**
   * The same at once, for a token that was shown a moment ago; `undefined` for any other, good or not. It is compared as it
   * is: a request in which nothing else is hashed waits longer for its digest than for all else here (6 of 9 µs, measured).
   */
  recall(token: string): Principal | undefined {
    const known = this.#recent.findShown(token);
    return known === undefined ? undefined : this.#ifGood(known);
  }

  #ifGood({ endsAt, principal }: ReadToken): Principal | undefined {
    return endsAt > this.#parts.now() ? principal : undefined;
  }

  /** Whether the token of this id is good now. Rejects with `token_store_failed`. */
  async isGood(id: string): Promise<boolean> {
    const record = await this.#ask(() => this.#parts.store.find(id));
    return record !== undefined && (await this.#endOf(record)) > this.#parts.now();
  }

  /** Another host changed a token: if it is good no more, what it opened here ends. */
  async noteChange(id: string): Promise<void> {
    this.#recent.forget(id);
    // Without an answer nothing is known; who has something open asks again by itself.
    const isGood = await this.isGood(id).catch(() => true);
    if (!isGood) await this.#tellEnd(id);
  }

  /** Calls back with the id of every token that is revoked, through this host or, where changes are told, another. */
  onRevoked(listener: (id: string) => void): () => void {
    const registered = (id: string) => listener(id);
    this.#listeners.add(registered);
    return () => this.#listeners.delete(registered);
  }

  async #read(id: string): Promise<ReadToken | undefined> {
    const askedAt = this.#recent.now;
    const record = await this.#ask(() => this.#parts.store.find(id));
    if (record === undefined) return undefined;
    const token = await this.#ifOriginsHold(record, this.#tokenOf(record));
    this.#recent.remember(id, token, askedAt);
    return token;
  }

  async #ifOriginsHold(record: TokenRecord, token: ReadToken): Promise<ReadToken> {
    if (record.endsWith === undefined) return token;
    return { ...token, endsAt: await this.#endOf(record) };
  }

  #endOf(record: TokenRecord): Promise<number> {
    return this.#ask(() => endWithOrigins(record, (id) => this.#parts.store.find(id)));
  }

  /** When a new token that ends with this one ends at the latest. Throws `token_invalid` if that has been already. */
  async #endOfOrigin(id: string | undefined): Promise<number> {
    if (id === undefined) return Number.POSITIVE_INFINITY;
    const origin = await this.#ask(() => this.#parts.store.find(id));
    const end = origin === undefined ? 0 : await this.#endOf(origin);
    if (end <= this.#parts.now()) {
      throw new MortiseError('token_invalid', 'The token that it ends with is not good.');
    }
    return end;
  }

  async #tellEnd(id: string): Promise<void> {
    // If they cannot be listed, who has something open asks for its own token within a second.
    const records = await this.#parts.store.list().catch(() => []);
    for (const each of [id, ...endingWith(id, records)]) {
      this.#recent.forget(each);
      for (const tell of this.#listeners) tell(each);
    }
  }

  #tokenOf(record: TokenRecord): ReadToken {
    const known = this.#tokens.get(record);
    if (known !== undefined) return known;
    const { hash: written, name: _name, createdAt: _at, createdBy: _by, ...rest } = record;
    const kind = record.roles.includes('operate') ? 'operator' : 'client';
    const principal = Object.freeze({ kind, ...rest }) satisfies Principal;
    const token = { digest: Buffer.from(written, 'hex'), principal, endsAt: endOfToken(record) };
    this.#tokens.set(record, token);
    return token;
  }

  /** Timers may be early by a part of a millisecond. */
  async #untilSeenByAll(): Promise<void> {
    const end = performance.now() + REVOKED_EVERYWHERE_MS + (this.#parts.store.lagMs ?? 0);
    while (performance.now() < end) await pause(end - performance.now());
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

/** Those that ended are listed so long. */
const KEPT_AFTER_END_MS = STANDARD_LIFETIME_MS;

function unknownToken(id: string): MortiseError {
  return new MortiseError('token_unknown', JSON.stringify(id.slice(0, 100)));
}

/** In place of one that is unknown: compared like any other, and good for nothing. */
const NO_TOKEN: ReadToken = {
  digest: Buffer.alloc(32),
  principal: { kind: 'client', id: 'none', roles: [], agents: [] },
  endsAt: Number.NEGATIVE_INFINITY,
};

function describe({ hash: _, ...record }: TokenRecord): TokenDescription {
  return record;
}
