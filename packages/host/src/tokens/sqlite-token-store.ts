import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { TokenRecord, TokenStore } from '@mortise/contracts';
import { StateFileStore } from '../state/state-file-store.ts';
import { interpretTokenRecord } from './token-record.ts';

/** Records that are remembered; the next one begins anew. */
const MOST_REMEMBERED = 1_000;

/**
 * Keeps tokens in a SQLite file that several processes may share. While the file cannot be used every
 * question rejects: no token is accepted that may have been revoked.
 */
export class SqliteTokenStore extends StateFileStore implements TokenStore {
  #remembered: Remembered | undefined;

  async add(record: TokenRecord): Promise<boolean> {
    if (interpretTokenRecord(structuredClone(record)) === undefined) {
      throw new TypeError('This is no token.');
    }
    return this.#write((database) => {
      const { expiresAt = null, revokedAt = null } = record;
      const { changes } = database
        .prepare(
          `INSERT INTO tokens (id, record, expires_at, revoked_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (id) DO NOTHING`,
        )
        .run(record.id, JSON.stringify(record), expiresAt, revokedAt);
      return changes === 1;
    });
  }

  async find(id: string): Promise<TokenRecord | undefined> {
    return this.file.read((database) => {
      const known = this.#rememberedOf(database);
      const record = known.get(id) ?? readToken(database, id);
      if (record === undefined) return undefined;
      if (known.size >= MOST_REMEMBERED) known.clear();
      known.set(id, record);
      return record;
    });
  }

  async list(): Promise<readonly TokenRecord[]> {
    const rows = this.file.read((database) =>
      database.prepare('SELECT record, revoked_at FROM tokens ORDER BY number').all(),
    );
    return rows.flatMap((row) => recordOf(row) ?? []);
  }

  async revoke(id: string, at: number): Promise<boolean> {
    return this.#write((database) => {
      const { changes } = database
        .prepare('UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?')
        .run(at, id);
      return changes === 1;
    });
  }

  async prune(endedBefore: number): Promise<number> {
    return this.#write((database) =>
      Number(
        database
          .prepare('DELETE FROM tokens WHERE expires_at < ? OR revoked_at < ?')
          .run(endedBefore, endedBefore).changes,
      ),
    );
  }

  /** SQLite counts what other connections wrote, and this one forgets what it writes itself. */
  #rememberedOf(database: DatabaseSync): Map<string, TokenRecord> {
    const kept = this.#remembered;
    // Preparing it anew takes longer than asking (measured).
    const ask = kept?.database === database ? kept.ask : database.prepare('PRAGMA data_version');
    const version = Number(ask.get()?.['data_version']);
    if (kept?.database === database && kept.version === version) return kept.records;
    const records = new Map<string, TokenRecord>();
    this.#remembered = { database, ask, version, records };
    return records;
  }

  #write<Result>(work: (database: DatabaseSync) => Result): Result {
    try {
      return this.file.write(work);
    } finally {
      this.#remembered = undefined;
    }
  }
}

/** What was read since the file last changed. */
interface Remembered {
  readonly database: DatabaseSync;
  /** Asks for the version. */
  readonly ask: StatementSync;
  readonly version: number;
  readonly records: Map<string, TokenRecord>;
}

function readToken(database: DatabaseSync, id: string): TokenRecord | undefined {
  const row = database.prepare('SELECT record, revoked_at FROM tokens WHERE id = ?').get(id);
  return row === undefined ? undefined : recordOf(row);
}

function recordOf(row: Record<string, unknown>): TokenRecord | undefined {
  const revokedAt = row['revoked_at'];
  try {
    const record: unknown = JSON.parse(String(row['record']));
    if (typeof record !== 'object' || record === null) return undefined;
    return interpretTokenRecord(typeof revokedAt === 'number' ? { ...record, revokedAt } : record);
  } catch {
    return undefined;
  }
}
