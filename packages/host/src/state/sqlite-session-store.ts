import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  ERROR_CODES,
  type ListedSession,
  type SessionPage,
  type SessionPruning,
  type SessionRecord,
  type SessionStore,
  type SessionWrite,
} from '@mortise/contracts';
import { codeOf } from '../database/file-troubles.ts';
import { type FileTrouble, FileUnusable } from '../database/guarded-database.ts';
import { pruneSessions } from './prune-sessions.ts';
import {
  emptySession,
  interpretGravest,
  interpretLoadedToolkits,
  nextSession,
} from './session-record.ts';
import { describeStateFile } from './state-file.ts';
import { StateFileStore, type StateStoreOptions } from './state-file-store.ts';
import { originalKey, storedKey } from './stored-key.ts';

/**
 * Keeps sessions in a SQLite file that several processes may share.
 * A file that cannot be used never stops the host: the store is then `safe`, shows no session and
 * refuses every write with the reason.
 */
export class SqliteSessionStore extends StateFileStore implements SessionStore {
  readonly #options: StateStoreOptions;
  #select: PreparedSelect | undefined;

  constructor(options: StateStoreOptions) {
    super(options);
    this.#options = options;
  }

  get mode(): 'ready' | 'safe' {
    return this.trouble === undefined || this.file.isOpen ? 'ready' : 'safe';
  }

  /** Why the file cannot be used or written; `undefined` while it can. */
  get trouble(): FileTrouble | undefined {
    return this.file.trouble;
  }

  /** How often the file was deleted or replaced under this program. */
  get replacements(): number {
    return this.file.replacements;
  }

  /** A session that cannot be read has loaded nothing: less is shown, never more. */
  async read(agentId: string, sessionKey: string): Promise<SessionRecord> {
    try {
      const { usedAt, ...record } = this.file.read((database) =>
        readSession(this.#selectOf(database), agentId, sessionKey),
      );
      if (usedAt !== undefined) this.#noteUse(record, usedAt);
      return Object.freeze(record);
    } catch (error) {
      this.#warn(error);
      return emptySession(agentId, sessionKey);
    }
  }

  async write(next: SessionRecord, expectedVersion: number): Promise<SessionWrite> {
    try {
      return this.file.write((database) => {
        const { agentId, sessionKey } = next;
        const select = this.#selectOf(database);
        const { usedAt: _, ...current } = readSession(select, agentId, sessionKey);
        if (current.version !== expectedVersion)
          return { status: 'stale', record: Object.freeze(current) };
        const record = nextSession(next, expectedVersion);
        storeSession(database, record, this.#options.now());
        return { status: 'stored', record };
      });
    } catch (error) {
      this.#warn(error);
      return { status: 'refused', reason: this.#reason(error) };
    }
  }

  /** Rejects while the file cannot be used. */
  async list(agentId: string, page: SessionPage): Promise<readonly ListedSession[]> {
    return this.file.read((database) => listSessions(database, agentId, page));
  }

  /** Rejects while the file cannot be used. */
  prune(rule: SessionPruning): Promise<number> {
    return pruneSessions(this.file, rule);
  }

  /** Every request reads its session: preparing that anew takes longer than reading. */
  #selectOf(database: DatabaseSync): StatementSync {
    if (this.#select?.database !== database)
      this.#select = { database, statement: database.prepare(SELECT_SESSION) };
    return this.#select.statement;
  }

  /** A session that is only read is in use, too. What cannot be noted costs nothing now. */
  #noteUse({ agentId, sessionKey }: SessionRecord, usedAt: number): void {
    const now = this.#options.now();
    if (now - usedAt < USE_PRECISION_MS) return;
    try {
      this.file.write((database) =>
        database
          .prepare('UPDATE sessions SET updated_at = ? WHERE agent_id = ? AND session_key = ?')
          .run(now, storedKey(agentId), storedKey(sessionKey)),
      );
    } catch (error) {
      this.#warn(error);
    }
  }

  /** What lasts was logged when it began. */
  #warn(error: unknown): void {
    if (error instanceof FileUnusable) return;
    this.#options.logger.warn({ error }, 'Session state could not be used this time.');
  }

  #reason(error: unknown): string {
    const { trouble } = this;
    const { path } = this.#options;
    if (trouble === undefined) return `Session state could not be written: ${describe(error)}.`;
    const { summary, hint } = ERROR_CODES[codeOf(trouble, describeStateFile(path))];
    return `${summary} ${path}: ${trouble.reason}. ${hint}`;
  }
}

/** How stale the time of last use may be: a write for each request would cost more than the request. */
const USE_PRECISION_MS = 10 * 60 * 1_000;

interface ReadSession extends SessionRecord {
  /** Absent if it was never written. */
  readonly usedAt?: number;
}

/** The file that is open may be another one the next time. */
interface PreparedSelect {
  readonly database: DatabaseSync;
  readonly statement: StatementSync;
}

const SELECT_SESSION = `SELECT loaded_toolkits, gravest, version, updated_at FROM sessions
  WHERE agent_id = ? AND session_key = ?`;

function readSession(select: StatementSync, agentId: string, sessionKey: string): ReadSession {
  const row = select.get(storedKey(agentId), storedKey(sessionKey));
  return row === undefined
    ? emptySession(agentId, sessionKey)
    : interpretRow({ agentId, sessionKey }, row);
}

function listSessions(
  database: DatabaseSync,
  agentId: string,
  { after, limit }: SessionPage,
): readonly ListedSession[] {
  const isBehind = after === undefined ? '>=' : '>';
  const rows = database
    .prepare(
      `SELECT session_key, loaded_toolkits, gravest, version, updated_at FROM sessions
       WHERE agent_id = ? AND session_key ${isBehind} ? ORDER BY session_key LIMIT ?`,
    )
    .all(storedKey(agentId), after === undefined ? '' : storedKey(after), limit);
  return rows.map((row) => {
    const sessionKey = originalKey(String(row['session_key']));
    const { usedAt, ...record } = interpretRow({ agentId, sessionKey }, row);
    return { record: Object.freeze(record), usedAt };
  });
}

function interpretRow(
  { agentId, sessionKey }: Pick<SessionRecord, 'agentId' | 'sessionKey'>,
  row: Readonly<Record<string, unknown>>,
): SessionRecord & { readonly usedAt: number } {
  const gravest = interpretGravest(row['gravest']);
  return {
    agentId,
    sessionKey,
    loadedToolkits: interpretLoadedToolkits(parseJson(row['loaded_toolkits'])),
    ...(gravest === undefined ? {} : { gravest }),
    version: Number(row['version']),
    usedAt: Number(row['updated_at']),
  };
}

function storeSession(database: DatabaseSync, record: SessionRecord, at: number): void {
  database
    .prepare(
      `INSERT INTO sessions (agent_id, session_key, loaded_toolkits, gravest, version, updated_at)
       VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (agent_id, session_key) DO UPDATE SET
         loaded_toolkits = excluded.loaded_toolkits,
         gravest = excluded.gravest,
         version = excluded.version,
         updated_at = excluded.updated_at`,
    )
    .run(
      storedKey(record.agentId),
      storedKey(record.sessionKey),
      JSON.stringify(record.loadedToolkits),
      record.gravest ?? null,
      record.version,
      at,
    );
}

/** A row that was edited by hand into something else counts as empty; it keeps its version, so a write replaces it. */
function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
