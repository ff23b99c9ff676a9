import {
  ERROR_CODES,
  type ExtensionStorage,
  type StorageEntry,
  type StorageRange,
  type StorageWrite,
} from '@mortise/contracts';
import { failed } from '../brokers/broker-refusal.ts';
import { isExpected, MOST_KEYS } from '../brokers/storage/storage-keys.ts';
import { type PostgresDatabase, StateUnusable } from './postgres-database.ts';
import { PostgresStorageOwners } from './postgres-storage-owners.ts';

export interface PostgresStorageOptions {
  readonly database: PostgresDatabase;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** Values under keys in namespaces, in a Postgres database that several hosts share. */
export class PostgresStorage implements ExtensionStorage {
  readonly owners: PostgresStorageOwners;
  readonly #database: PostgresDatabase;
  readonly #now: () => number;

  constructor({ database, now }: PostgresStorageOptions) {
    this.owners = new PostgresStorageOwners({ database, now });
    this.#database = database;
    this.#now = now;
  }

  async get(namespace: string, key: string): Promise<string | undefined> {
    const values = [namespace, bytesOf(key), this.#now()];
    const [row] = (await forGuest(this.#database.ask(GET, values))).rows;
    return row === undefined ? undefined : String(row['value']);
  }

  async set(entry: StorageEntry): Promise<StorageWrite> {
    const { namespace, value, quotaBytes, ttlMs, expected } = entry;
    const key = bytesOf(entry.key);
    const now = this.#now();
    return forGuest(
      this.#database.transact(async (run): Promise<StorageWrite> => {
        await run(LOCK, [namespace]);
        const [found] = (await run(MEASURE, [namespace, key, now])).rows;
        const kept = found?.['kept'];
        if (!isExpected(expected, typeof kept === 'string' ? kept : undefined)) return 'changed';
        const size = key.length + Buffer.byteLength(value);
        if (Number(found?.['bytes']) + size > quotaBytes) return 'over_quota';
        if (Number(found?.['keys']) >= MOST_KEYS) return 'too_many_keys';
        const expiresAt = ttlMs === undefined ? null : now + ttlMs;
        await run(PUT, [namespace, key, value, size, expiresAt]);
        return 'stored';
      }),
    );
  }

  async delete(namespace: string, key: string): Promise<boolean> {
    const values = [namespace, bytesOf(key), this.#now()];
    return (await forGuest(this.#database.change(DELETE, values))).count > 0;
  }

  async list({ namespace, prefix, after, limit }: StorageRange): Promise<readonly string[]> {
    const start = bytesOf(prefix);
    const behind = after === undefined ? null : bytesOf(after);
    const values = [namespace, start, behind, start.length, this.#now(), limit];
    const { rows } = await forGuest(this.#database.ask(LIST, values));
    return rows.map((row) => Buffer.from(row['key'] as Uint8Array).toString('utf8'));
  }
}

/** A guest hears that storage cannot be used, and nothing of the operator's addresses. */
async function forGuest<Result>(answer: Promise<Result>): Promise<Result> {
  return answer.catch((error: unknown) => {
    throw error instanceof StateUnusable ? failed(ERROR_CODES.storage_unusable.summary) : error;
  });
}

const GET = `SELECT value FROM entries
  WHERE namespace = $1 AND key = $2 AND (expires_at IS NULL OR expires_at > $3)`;
/** Two that write to one namespace come one after the other: both could not fit. */
const LOCK = `SELECT pg_advisory_xact_lock(1937010531, hashtext(current_schema() || $1))`;
// What has expired takes no room; it is removed with what else is old.
const MEASURE = `SELECT coalesce(sum(size) FILTER (WHERE key <> $2), 0) AS bytes,
    count(*) FILTER (WHERE key <> $2) AS keys, max(value) FILTER (WHERE key = $2) AS kept
  FROM entries WHERE namespace = $1 AND (expires_at IS NULL OR expires_at > $3)`;
const PUT = `INSERT INTO entries (namespace, key, value, size, expires_at)
  VALUES ($1, $2, $3, $4, $5) ON CONFLICT (namespace, key) DO UPDATE SET
    value = excluded.value, size = excluded.size, expires_at = excluded.expires_at`;
const DELETE = `DELETE FROM entries
  WHERE namespace = $1 AND key = $2 AND (expires_at IS NULL OR expires_at > $3)`;
const LIST = `SELECT key FROM entries
  WHERE namespace = $1 AND key >= $2 AND ($3::bytea IS NULL OR key > $3)
    AND substring(key FROM 1 FOR $4::int) = $2 AND (expires_at IS NULL OR expires_at > $5)
  ORDER BY key LIMIT $6`;

function bytesOf(key: string): Buffer {
  return Buffer.from(key, 'utf8');
}
