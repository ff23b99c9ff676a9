import { setTimeout as pause } from 'node:timers/promises';
import type { Disposer, Logger, StateChange, StateChanges } from '@mortise/contracts';
import { createDisposer } from '@mortise/core';
import type { PostgresDatabase, Row } from './postgres-database.ts';
import { originalText } from './stored-text.ts';

export interface PostgresChangesOptions {
  readonly database: PostgresDatabase;
  readonly logger: Logger;
  /** Monotonic, ms. */
  readonly clock?: () => number;
}

/** Looked at so often without being told: a connection that died in silence is found. */
const LOOK_MS = 400;
/** What was read longer ago says nothing of now. With what a host remembers besides, all is known within a second. */
export const CURRENT_MS = 900;
const RETRY_MS = 300;
const PAGE = 500;
/** So many are kept for hosts that come back; for one that was away for longer everything may have changed. */
const KEPT_CHANGES = 10_000;
/** One in so many looks that found something forgets what is old. */
const FORGET_EVERY = 500;

/**
 * Hears of what any host changed: at once by a notification, and after a lost connection from the log of
 * changes. Notifications only say that there is something to read, so none of them can be lost.
 */
export class PostgresChanges implements StateChanges, AsyncDisposable {
  readonly #database: PostgresDatabase;
  readonly #logger: Logger;
  readonly #clock: () => number;
  readonly #listeners = new Set<{ readonly tell: (change: StateChange) => void }>();
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #currentAt = Number.NEGATIVE_INFINITY;
  #mark: number | undefined;
  #wake: () => void = () => undefined;
  #looks = 0;

  constructor({ database, logger, clock = () => performance.now() }: PostgresChangesOptions) {
    this.#database = database;
    this.#logger = logger;
    this.#clock = clock;
    this.#running = this.#run();
  }

  get isCurrent(): boolean {
    return this.#clock() - this.#currentAt < CURRENT_MS;
  }

  follow(tell: (change: StateChange) => void): Disposer {
    const registered = { tell };
    this.#listeners.add(registered);
    return createDisposer(() => this.#listeners.delete(registered));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#listen().catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.#logger.debug({ reason }, 'Changes of the state cannot be heard of now.');
      });
      await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Until the connection breaks or all ends. */
  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    const client = await this.#database.connect();
    try {
      let isBroken = false;
      client.on('error', () => {
        isBroken = true;
        this.#wake();
      });
      client.on('notification', () => this.#wake());
      await client.query(`LISTEN mortise_${this.#database.address.schema}`);
      // Only now: what is committed from here on is notified, what was before is in the log.
      while (!signal.aborted && !isBroken) {
        const isTold = this.#nextWord();
        await this.#look(async (text, values) => (await client.query(text, [...values])).rows);
        await isTold;
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Resolves when there is something to look at, or after a while. */
  #nextWord(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #look(read: (text: string, values: readonly unknown[]) => Promise<Row[]>): Promise<void> {
    for (;;) {
      const askedAt = this.#clock();
      const [row] = await read(READ_CHANGES, [this.#mark ?? Number.MAX_SAFE_INTEGER, PAGE]);
      const last = Number(row?.['last']);
      const changes = listOf(row?.['changes']);
      const mark = this.#mark;
      this.#mark = changes.at(-1)?.mark ?? last;
      // Marks have no gaps. A log that was pruned, or a database that was restored, may hold any change.
      const isWhole =
        mark !== undefined &&
        last >= mark &&
        (changes[0]?.mark ?? last + 1) === Math.min(mark, last) + 1;
      if (isWhole) for (const { change } of changes) this.#tell(change);
      else this.#tell({ kind: 'all' });
      this.#currentAt = askedAt;
      if (changes.length > 0) await this.#forgetSome(read);
      if (changes.length < PAGE) return;
    }
  }

  async #forgetSome(
    read: (text: string, values: readonly unknown[]) => Promise<Row[]>,
  ): Promise<void> {
    this.#looks += 1;
    if (this.#looks % FORGET_EVERY === 0) await read(FORGET_CHANGES, [KEPT_CHANGES]);
  }

  #tell(change: StateChange): void {
    for (const { tell } of this.#listeners) {
      try {
        tell(change);
      } catch (error) {
        this.#logger.error({ error: String(error) }, 'A change of the state could not be told of.');
      }
    }
  }
}

/** The mark and what is behind it as one snapshot: what is committed later is in the next one. */
const READ_CHANGES = `SELECT (SELECT last FROM change_marks) AS last, (
    SELECT json_agg(json_build_array(mark, kind, subject) ORDER BY mark) FROM (
      SELECT mark, kind, subject FROM changes WHERE mark > $1 ORDER BY mark LIMIT $2
    ) AS later
  ) AS changes`;

const FORGET_CHANGES = `DELETE FROM changes WHERE mark <= (SELECT last FROM change_marks) - $1`;

interface NotedChange {
  readonly mark: number;
  readonly change: StateChange;
}

function listOf(rows: unknown): readonly NotedChange[] {
  if (!Array.isArray(rows)) return [];
  return rows.map(([mark, kind, subject]) => ({
    mark: Number(mark),
    change: interpretChange(kind, String(subject)),
  }));
}

/** What a newer program notes under a word of its own may be about anything. */
function interpretChange(kind: unknown, subject: string): StateChange {
  switch (kind) {
    case 'token':
    case 'approval':
    case 'stop':
      return { kind, subject: originalText(subject) };
    case 'session': {
      const [agentId = '', sessionKey = ''] = JSON.parse(subject) as readonly string[];
      return { kind, agentId: originalText(agentId), sessionKey: originalText(sessionKey) };
    }
    default:
      return { kind: 'all' };
  }
}
