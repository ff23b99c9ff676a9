import type {
  ListedSession,
  Logger,
  SessionPage,
  SessionPruning,
  SessionRecord,
  SessionStore,
  SessionWrite,
} from '@mortise/contracts';
import {
  emptySession,
  interpretGravest,
  interpretLoadedToolkits,
  nextSession,
} from '../state/session-record.ts';
import { type PostgresDatabase, type Row, StateUnusable } from './postgres-database.ts';
import { originalText, storedText } from './stored-text.ts';

export interface PostgresStoreOptions {
  readonly database: PostgresDatabase;
  readonly logger: Logger;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** How stale the time of last use may be: a write for each request would cost more than the request. */
const USE_PRECISION_MS = 10 * 60 * 1_000;
const ROWS_PER_STEP = 500;

/**
 * Keeps sessions in a Postgres database that several hosts share. While it cannot be used sessions have
 * loaded nothing, and every write is refused with the reason.
 */
export class PostgresSessionStore implements SessionStore {
  readonly #database: PostgresDatabase;
  readonly #logger: Logger;
  readonly #now: () => number;
  #isClosed = false;

  constructor({ database, logger, now }: PostgresStoreOptions) {
    this.#database = database;
    this.#logger = logger;
    this.#now = now;
  }

  get mode(): 'ready' | 'safe' {
    return this.#database.trouble === undefined ? 'ready' : 'safe';
  }

  async read(agentId: string, sessionKey: string): Promise<SessionRecord> {
    try {
      const row = await this.#find(agentId, sessionKey);
      if (row === undefined) return emptySession(agentId, sessionKey);
      const now = this.#now();
      if (now - Number(row['updated_at']) >= USE_PRECISION_MS) {
        await this.#database.ask(NOTE_USE, [now, ...keysOf(agentId, sessionKey)]);
      }
      return recordOf(row, agentId, sessionKey);
    } catch (error) {
      this.#warn(error);
      return emptySession(agentId, sessionKey);
    }
  }

  async write(next: SessionRecord, expectedVersion: number): Promise<SessionWrite> {
    const { agentId, sessionKey } = next;
    if (this.#isClosed) return { status: 'refused', reason: 'The session store is closed.' };
    try {
      const record = nextSession(next, expectedVersion);
      if (await this.#store(record, expectedVersion)) return { status: 'stored', record };
      const row = await this.#find(agentId, sessionKey);
      const current =
        row === undefined ? emptySession(agentId, sessionKey) : recordOf(row, agentId, sessionKey);
      return { status: 'stale', record: current };
    } catch (error) {
      this.#warn(error);
      const reason = error instanceof Error ? error.message : String(error);
      return { status: 'refused', reason: `Session state could not be written: ${reason}` };
    }
  }

  /** Rejects while the database cannot be used. */
  async list(agentId: string, { after, limit }: SessionPage): Promise<readonly ListedSession[]> {
    const behind = after === undefined ? null : storedText(after);
    const { rows } = await this.#database.ask(LIST, [storedText(agentId), behind, limit]);
    return rows.map((row) => ({
      record: recordOf(row, agentId, originalText(String(row['session_key']))),
      usedAt: Number(row['updated_at']),
    }));
  }

  async prune({ unusedSince, isInUse, dryRun }: SessionPruning): Promise<number> {
    let count = 0;
    for (let last: readonly unknown[] = ['', '']; ; ) {
      const { rows } = await this.#database.ask(READ_BEHIND, [...last, ROWS_PER_STEP]);
      const old = rows.filter(
        (row) =>
          Number(row['updated_at']) < unusedSince &&
          !isInUse(originalText(String(row['agent_id'])), originalText(String(row['session_key']))),
      );
      const agents = old.map((row) => row['agent_id']);
      const sessions = old.map((row) => row['session_key']);
      // The time is asked again: another host may have used one meanwhile.
      count += dryRun
        ? old.length
        : (await this.#database.ask(FORGET, [agents, sessions, unusedSince])).count;
      const end = rows.at(-1);
      if (end === undefined || rows.length < ROWS_PER_STEP) return count;
      last = [end['agent_id'], end['session_key']];
    }
  }

  /** The database stays that of who opened it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
  }

  async #find(agentId: string, sessionKey: string): Promise<Row | undefined> {
    return (await this.#database.ask(READ, keysOf(agentId, sessionKey))).rows[0];
  }

  async #store(record: SessionRecord, expectedVersion: number): Promise<boolean> {
    if (!Number.isSafeInteger(expectedVersion) || expectedVersion < 0) return false;
    const { agentId, sessionKey, loadedToolkits, gravest = null, version } = record;
    const values = [
      ...keysOf(agentId, sessionKey),
      ...[JSON.stringify(loadedToolkits), gravest, version, this.#now()],
    ];
    const { count } = await this.#database.change(expectedVersion === 0 ? INSERT : UPDATE, values);
    return count === 1;
  }

  /** What lasts was logged when it began. */
  #warn(error: unknown): void {
    if (error instanceof StateUnusable) return;
    const reason = error instanceof Error ? error.message : String(error);
    this.#logger.warn({ reason }, 'Session state could not be used this time.');
  }
}

const READ = `SELECT loaded_toolkits, gravest, version, updated_at FROM sessions
  WHERE agent_id = $1 AND session_key = $2`;

const INSERT = `INSERT INTO sessions
  (agent_id, session_key, loaded_toolkits, gravest, version, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (agent_id, session_key) DO NOTHING`;

const UPDATE = `UPDATE sessions
  SET loaded_toolkits = $3, gravest = $4, version = $5, updated_at = $6
  WHERE agent_id = $1 AND session_key = $2 AND version = $5::bigint - 1`;

const LIST = `SELECT session_key, loaded_toolkits, gravest, version, updated_at FROM sessions
  WHERE agent_id = $1 AND ($2::text IS NULL OR session_key > $2) ORDER BY session_key LIMIT $3`;

const NOTE_USE = `UPDATE sessions SET updated_at = greatest(updated_at, $1)
  WHERE agent_id = $2 AND session_key = $3`;

const READ_BEHIND = `SELECT agent_id, session_key, updated_at FROM sessions
  WHERE (agent_id, session_key) > ($1, $2) ORDER BY agent_id, session_key LIMIT $3`;

const FORGET = `DELETE FROM sessions USING unnest($1::text[], $2::text[]) AS old (agent, session)
  WHERE agent_id = old.agent AND session_key = old.session AND updated_at < $3`;

function keysOf(agentId: string, sessionKey: string): readonly [string, string] {
  return [storedText(agentId), storedText(sessionKey)];
}

function recordOf(row: Row, agentId: string, sessionKey: string): SessionRecord {
  const gravest = interpretGravest(row['gravest']);
  return Object.freeze({
    agentId,
    sessionKey,
    loadedToolkits: interpretLoadedToolkits(parseJson(row['loaded_toolkits'])),
    ...(gravest === undefined ? {} : { gravest }),
    version: Number(row['version']),
  });
}

/** A row that was edited by hand into something else counts as empty; it keeps its version, so a write replaces it. */
function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
