import type { DatabaseSync } from 'node:sqlite';
import {
  ERROR_CODES,
  type ExtensionStorage,
  type StorageEntry,
  type StorageRange,
  type StorageWrite,
} from '@mortise/contracts';
import {
  type FileTrouble,
  FileUnusable,
  GuardedDatabase,
} from '../../database/guarded-database.ts';
import { isFull } from '../../database/sqlite-faults.ts';
import { failed } from '../broker-refusal.ts';
import { openStorageDatabase } from './open-storage-database.ts';
import { SqliteStorageOwners } from './sqlite-storage-owners.ts';
import { isExpected, MOST_KEYS } from './storage-keys.ts';

export interface StorageFile {
  /** A file, or `:memory:`. */
  readonly path: string;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/**
 * Values under keys in namespaces, in a file that several processes may share. A file that cannot be
 * used stops no host: everything is refused with the reason until it can be used again.
 */
export class SqliteStorage implements ExtensionStorage, Disposable {
  readonly owners: SqliteStorageOwners;
  readonly #file: GuardedDatabase;
  readonly #now: () => number;

  constructor({ path, now }: StorageFile) {
    this.#file = new GuardedDatabase({ path, open: () => openStorageDatabase(path) });
    this.#now = now;
    this.owners = new SqliteStorageOwners((kind, work) => this.#use(kind, work), now);
  }

  /** Why the file cannot be used or written; `undefined` while it can. */
  get trouble(): FileTrouble | undefined {
    return this.#file.trouble;
  }

  /** How often the file was deleted or replaced under this program. */
  get replacements(): number {
    return this.#file.replacements;
  }

  async get(namespace: string, key: string): Promise<string | undefined> {
    const row = this.#use('read', (database) =>
      database
        .prepare(
          `SELECT value FROM entries
           WHERE namespace = ? AND key = ? AND (expires_at IS NULL OR expires_at > ?)`,
        )
        .get(namespace, bytesOf(key), this.#now()),
    );
    return row === undefined ? undefined : String(row['value']);
  }

  async set(entry: StorageEntry): Promise<StorageWrite> {
    return this.#use('write', (database) => {
      this.#dropExpired(database, entry.namespace);
      const key = bytesOf(entry.key);
      const current = () => currentValue(database, entry.namespace, key);
      if (entry.expected !== undefined && !isExpected(entry.expected, current())) return 'changed';
      const size = key.length + Buffer.byteLength(entry.value);
      const others = usageBeside(database, entry.namespace, key);
      if (others.bytes + size > entry.quotaBytes) return 'over_quota';
      if (others.keys >= MOST_KEYS) return 'too_many_keys';
      const { ttlMs } = entry;
      const expiresAt = ttlMs === undefined ? null : this.#now() + ttlMs;
      writeEntry(database, entry, { key, size, expiresAt });
      return 'stored';
    });
  }

  async delete(namespace: string, key: string): Promise<boolean> {
    return this.#use('write', (database) => {
      this.#dropExpired(database, namespace);
      const { changes } = database
        .prepare('DELETE FROM entries WHERE namespace = ? AND key = ?')
        .run(namespace, bytesOf(key));
      return changes > 0;
    });
  }

  async list({ namespace, prefix, after, limit }: StorageRange): Promise<readonly string[]> {
    const start = bytesOf(prefix);
    const rows = this.#use('read', (database) =>
      database
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
        ),
    );
    return rows.map((row) => Buffer.from(row['key'] as Uint8Array).toString('utf8'));
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }

  #dropExpired(database: DatabaseSync, namespace: string): void {
    database
      .prepare('DELETE FROM entries WHERE namespace = ? AND expires_at <= ?')
      .run(namespace, this.#now());
  }

  /** A guest hears that storage cannot be used, and nothing of the operator's paths. */
  #use<Result>(kind: 'read' | 'write', work: (database: DatabaseSync) => Result): Result {
    try {
      return this.#file[kind](work);
    } catch (error) {
      if (isFull(error)) throw failed('The disk is full.', 'ENOSPC');
      if (!(error instanceof FileUnusable)) throw error;
      throw failed(ERROR_CODES.storage_unusable.summary);
    }
  }
}

interface WrittenEntry {
  readonly key: Buffer;
  readonly size: number;
  readonly expiresAt: number | null;
}

function writeEntry(
  database: DatabaseSync,
  { namespace, value }: StorageEntry,
  { key, size, expiresAt }: WrittenEntry,
): void {
  database
    .prepare(
      `INSERT INTO entries (namespace, key, value, size, expires_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (namespace, key) DO UPDATE SET
         value = excluded.value, size = excluded.size, expires_at = excluded.expires_at`,
    )
    .run(namespace, key, value, size, expiresAt);
}

function usageBeside(
  database: DatabaseSync,
  namespace: string,
  key: Buffer,
): { readonly bytes: number; readonly keys: number } {
  const row = database
    .prepare(
      `SELECT coalesce(sum(size), 0) AS bytes, count(*) AS keys FROM entries
       WHERE namespace = ? AND key <> ?`,
    )
    .get(namespace, key);
  return { bytes: Number(row?.['bytes']), keys: Number(row?.['keys']) };
}

/** To be asked when what has expired is gone. */
function currentValue(database: DatabaseSync, namespace: string, key: Buffer): string | undefined {
  const row = database
    .prepare('SELECT value FROM entries WHERE namespace = ? AND key = ?')
    .get(namespace, key);
  return row === undefined ? undefined : String(row['value']);
}

function bytesOf(key: string): Buffer {
  return Buffer.from(key, 'utf8');
}
