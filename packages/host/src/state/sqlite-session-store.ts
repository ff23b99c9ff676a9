import type { DatabaseSync } from 'node:sqlite';
import {
  ERROR_CODES,
  type Logger,
  type SessionRecord,
  type SessionStore,
  type SessionWrite,
} from '@mortise/contracts';
import { openSessionDatabase, type SessionFile } from './open-session-database.ts';
import { emptySession, interpretLoadedToolkits, nextSession } from './session-record.ts';

/** A session file, and the logger that is told when it cannot be used. */
export interface SessionStoreOptions extends SessionFile {
  readonly logger: Logger;
}

/**
 * Keeps sessions in a SQLite file that several processes may share.
 * A file that cannot be used never stops the host: the store is then `safe`, shows no session and
 * refuses every write with the reason.
 */
export class SqliteSessionStore implements SessionStore {
  readonly #options: SessionStoreOptions;
  #database: DatabaseSync | undefined;
  #damage: string | undefined;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    try {
      this.#database = openSessionDatabase(options);
    } catch (error) {
      this.#giveUp(error);
    }
  }

  get mode(): 'ready' | 'safe' {
    return this.#damage === undefined ? 'ready' : 'safe';
  }

  /** Why the file cannot be used; `undefined` while it can. */
  get damage(): string | undefined {
    return this.#damage;
  }

  /** A session that cannot be read has loaded nothing: less is shown, never more. */
  async read(agentId: string, sessionKey: string): Promise<SessionRecord> {
    if (this.#database === undefined) return emptySession(agentId, sessionKey);
    try {
      return readSession(this.#database, agentId, sessionKey);
    } catch (error) {
      this.#giveUpIfDamaged(error);
      return emptySession(agentId, sessionKey);
    }
  }

  async write(next: SessionRecord, expectedVersion: number): Promise<SessionWrite> {
    if (this.#database === undefined) return { status: 'refused', reason: this.#reason() };
    try {
      return this.#compareAndSet(this.#database, next, expectedVersion);
    } catch (error) {
      this.#giveUpIfDamaged(error);
      return { status: 'refused', reason: this.#reason(error) };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#database?.close();
    this.#database = undefined;
  }

  #compareAndSet(
    database: DatabaseSync,
    next: SessionRecord,
    expectedVersion: number,
  ): SessionWrite {
    // IMMEDIATE takes the write lock before reading; a deferred transaction that reads first fails
    // with SQLITE_BUSY when another process wrote in between.
    database.exec('BEGIN IMMEDIATE');
    try {
      const current = readSession(database, next.agentId, next.sessionKey);
      if (current.version !== expectedVersion) {
        database.exec('ROLLBACK');
        return { status: 'stale', record: current };
      }
      const record = nextSession(next, expectedVersion);
      storeSession(database, record, this.#options.now());
      database.exec('COMMIT');
      return { status: 'stored', record };
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }

  #giveUpIfDamaged(error: unknown): void {
    if (isDamage(error)) this.#giveUp(error);
    else this.#options.logger.warn({ error }, 'Session state could not be used this time.');
  }

  #giveUp(error: unknown): void {
    this.#damage = describe(error);
    this.#options.logger.error(
      { error, file: this.#options.path, code: 'session_store_damaged' },
      `${ERROR_CODES.session_store_damaged.summary} ${ERROR_CODES.session_store_damaged.hint}`,
    );
    const database = this.#database;
    this.#database = undefined;
    if (database?.isOpen === true) database.close();
  }

  #reason(error?: unknown): string {
    if (this.#damage !== undefined) {
      const { summary, hint } = ERROR_CODES.session_store_damaged;
      return `${summary} ${this.#options.path}: ${this.#damage}. ${hint}`;
    }
    return error === undefined
      ? 'The session store is closed.'
      : `Session state could not be written: ${describe(error)}.`;
  }
}

function readSession(database: DatabaseSync, agentId: string, sessionKey: string): SessionRecord {
  const row = database
    .prepare('SELECT loaded_toolkits, version FROM sessions WHERE agent_id = ? AND session_key = ?')
    .get(storedKey(agentId), storedKey(sessionKey));
  if (row === undefined) return emptySession(agentId, sessionKey);
  return Object.freeze({
    agentId,
    sessionKey,
    loadedToolkits: interpretLoadedToolkits(parseJson(row['loaded_toolkits'])),
    version: Number(row['version']),
  });
}

function storeSession(database: DatabaseSync, record: SessionRecord, at: number): void {
  database
    .prepare(
      `INSERT INTO sessions (agent_id, session_key, loaded_toolkits, version, updated_at)
       VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (agent_id, session_key) DO UPDATE SET
         loaded_toolkits = excluded.loaded_toolkits,
         version = excluded.version,
         updated_at = excluded.updated_at`,
    )
    .run(
      storedKey(record.agentId),
      storedKey(record.sessionKey),
      JSON.stringify(record.loadedToolkits),
      record.version,
      at,
    );
}

/**
 * SQLite keeps UTF-8, in which every lone surrogate becomes the same character: two sessions would
 * share one row. Such keys are escaped, and so are those that look escaped.
 */
function storedKey(key: string): string {
  return key.isWellFormed() && !key.startsWith('"') ? key : JSON.stringify(key);
}

/** A row that was edited by hand into something else counts as empty; it keeps its version, so a write replaces it. */
function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

function isDamage(error: unknown): boolean {
  const code = error instanceof Error ? Reflect.get(error, 'errcode') : undefined;
  // Extended codes carry the primary one in the low byte.
  return typeof code === 'number' && [SQLITE_CORRUPT, SQLITE_NOTADB].includes(code & 0xff);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
