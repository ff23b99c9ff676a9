import type { StateChanges, TokenRecord, TokenStore } from '@mortise/contracts';
import { interpretTokenRecord } from '../tokens/token-record.ts';
import { CURRENT_MS } from './postgres-changes.ts';
import type { PostgresDatabase, Row } from './postgres-database.ts';
import { storedText } from './stored-text.ts';

export interface PostgresTokenStoreOptions {
  readonly database: PostgresDatabase;
  readonly changes: StateChanges;
}

/** Records that are remembered; the next one begins anew. */
const MOST_REMEMBERED = 1_000;

/**
 * Keeps tokens in a Postgres database that several hosts share. What was read is remembered while this host
 * hears of changes, so that a call asks no database; a revocation of another host is known within a second. While neither the
 * log of changes nor the database answers, every question rejects: no token is accepted that may have been revoked.
 */
export class PostgresTokenStore implements TokenStore {
  readonly lagMs = CURRENT_MS;
  readonly #database: PostgresDatabase;
  readonly #changes: StateChanges;
  readonly #remembered = new Map<string, TokenRecord>();
  readonly #unfollow: () => void;
  /** Grows with all that is forgotten: an answer that was asked for before is not remembered. */
  #generation = 0;
  #isClosed = false;

  constructor({ database, changes }: PostgresTokenStoreOptions) {
    this.#database = database;
    this.#changes = changes;
    this.#unfollow = changes.follow((change) => {
      if (change.kind === 'token' || change.kind === 'all') this.#forget();
    });
  }

  async add(record: TokenRecord): Promise<boolean> {
    this.#requireOpen();
    if (interpretTokenRecord(structuredClone(record)) === undefined) {
      throw new TypeError('This is no token.');
    }
    const { id, expiresAt = null, revokedAt = null } = record;
    const values = [storedText(id), JSON.stringify(record), expiresAt, revokedAt];
    return (await this.#database.change(ADD, values)).count === 1;
  }

  async find(id: string): Promise<TokenRecord | undefined> {
    this.#requireOpen();
    const known = this.#changes.isCurrent ? this.#remembered.get(id) : undefined;
    if (known !== undefined) return known;
    const generation = this.#generation;
    const [row] = (await this.#database.ask(FIND, [storedText(id)])).rows;
    const record = row === undefined ? undefined : recordOf(row);
    if (record !== undefined && generation === this.#generation) this.#remember(id, record);
    return record;
  }

  async list(): Promise<readonly TokenRecord[]> {
    this.#requireOpen();
    return (await this.#database.ask(LIST)).rows.flatMap((row) => recordOf(row) ?? []);
  }

  async revoke(id: string, at: number): Promise<boolean> {
    this.#requireOpen();
    try {
      return (await this.#database.ask(REVOKE, [at, storedText(id)])).count === 1;
    } finally {
      this.#forget();
    }
  }

  async prune(endedBefore: number): Promise<number> {
    this.#requireOpen();
    return (await this.#database.ask(PRUNE, [endedBefore])).count;
  }

  /** The database stays that of who opened it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#unfollow();
    this.#forget();
  }

  #remember(id: string, record: TokenRecord): void {
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(id, record);
  }

  #forget(): void {
    this.#generation += 1;
    this.#remembered.clear();
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new Error('The token store is closed.');
  }
}

const ADD = `INSERT INTO tokens (id, record, expires_at, revoked_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO NOTHING`;
const FIND = 'SELECT record, revoked_at FROM tokens WHERE id = $1';
const LIST = 'SELECT record, revoked_at FROM tokens ORDER BY number';
/** The first time stays, so that it may be said twice. */
const REVOKE = 'UPDATE tokens SET revoked_at = coalesce(revoked_at, $1) WHERE id = $2';
const PRUNE = 'DELETE FROM tokens WHERE expires_at < $1 OR revoked_at < $1';

function recordOf(row: Row): TokenRecord | undefined {
  const { record: text, revoked_at: revokedAt } = row;
  try {
    const record: unknown = JSON.parse(String(text));
    if (typeof record !== 'object' || record === null) return undefined;
    return interpretTokenRecord(
      revokedAt === null ? record : { ...record, revokedAt: Number(revokedAt) },
    );
  } catch {
    return undefined;
  }
}
