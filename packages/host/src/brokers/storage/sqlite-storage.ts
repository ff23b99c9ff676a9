import type { DatabaseSync } from 'node:sqlite';
import type {
  ExtensionStorage,
  StorageEntry,
  StorageRange,
  StorageWrite,
} from '@mortise/contracts';
import { openStorageDatabase } from './open-storage-database.ts';
import { MOST_KEYS } from './storage-keys.ts';

export interface StorageFile {
  /** A file, or `:memory:`. */
  readonly path: string;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** Values under keys in namespaces, in a file that several processes may share. */
export class SqliteStorage implements ExtensionStorage, Disposable {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor({ path, now }: StorageFile) {
    this.#database = openStorageDatabase(path);
    this.#now = now;
  }

  async get(namespace: string, key: string): Promise<string | undefined> {
    const row = this.#database
      .prepare(
        `SELECT value FROM entries
         WHERE namespace = ? AND key = ? AND (expires_at IS NULL OR expires_at > ?)`,
      )
      .get(namespace, bytesOf(key), this.#now());
    return row === undefined ? undefined : String(row['value']);
  }

  async set(entry: StorageEntry): Promise<StorageWrite> {
    return this.#inTransaction(() => {
      this.#dropExpired(entry.namespace);
      const key = bytesOf(entry.key);
      const size = key.length + Buffer.byteLength(entry.value);
      const others = this.#usageBeside(entry.namespace, key);
      if (others.bytes + size > entry.quotaBytes) return 'over_quota';
      if (others.keys >= MOST_KEYS) return 'too_many_keys';
      this.#write(entry, key, size);
      return 'stored';
    });
  }

  async delete(namespace: string, key: string): Promise<boolean> {
    return this.#inTransaction(() => {
      this.#dropExpired(namespace);
      const { changes } = this.#database
        .prepare('DELETE FROM entries WHERE namespace = ? AND key = ?')
        .run(namespace, bytesOf(key));
      return changes > 0;
    });
  }

  async list({ namespace, prefix, after, limit }: StorageRange): Promise<readonly string[]> {
    const start = bytesOf(prefix);
    const rows = this.#database
      .prepare(
        `SELECT key FROM entries
         WHERE namespace = ? AND key >= ? AND (? IS NULL OR key > ?)
           AND substr(key, 1, ?) = ? AND (expires_at IS NULL OR expires_at > ?)
         ORDER BY key LIMIT ?`,
      )
      .all(
        namespace,
        start,
        after ?? null,
        after === undefined ? null : bytesOf(after),
        start.length,
        start,
        this.#now(),
        limit,
      );
    return rows.map((row) => Buffer.from(row['key'] as Uint8Array).toString('utf8'));
  }

  [Symbol.dispose](): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #write({ namespace, value, ttlMs }: StorageEntry, key: Buffer, size: number): void {
    const expiresAt = ttlMs === undefined ? null : this.#now() + ttlMs;
    this.#database
      .prepare(
        `INSERT INTO entries (namespace, key, value, size, expires_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (namespace, key) DO UPDATE SET
           value = excluded.value, size = excluded.size, expires_at = excluded.expires_at`,
      )
      .run(namespace, key, value, size, expiresAt);
  }

  #usageBeside(namespace: string, key: Buffer): { readonly bytes: number; readonly keys: number } {
    const row = this.#database
      .prepare(
        `SELECT coalesce(sum(size), 0) AS bytes, count(*) AS keys FROM entries
         WHERE namespace = ? AND key <> ?`,
      )
      .get(namespace, key);
    return { bytes: Number(row?.['bytes']), keys: Number(row?.['keys']) };
  }

  #dropExpired(namespace: string): void {
    this.#database
      .prepare('DELETE FROM entries WHERE namespace = ? AND expires_at <= ?')
      .run(namespace, this.#now());
  }

  #inTransaction<Result>(work: () => Result): Result {
    // IMMEDIATE takes the write lock before reading; deferred transactions fail when others write.
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}

function bytesOf(key: string): Buffer {
  return Buffer.from(key, 'utf8');
}
