import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@mortise/contracts';
import type { ClientBase, Pool } from 'pg';
import { NewerFileError } from '../database/sqlite-faults.ts';
import { migratePostgres } from './migrate-postgres.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { NotConnected, type PostgresFault, postgresFault } from './postgres-faults.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface Rows {
  readonly rows: readonly Row[];
  /** Rows that were read or changed. */
  readonly count: number;
}

/** Runs one statement, prepared once per connection. */
export type RunStatement = (text: string, values?: readonly unknown[]) => Promise<Rows>;

export interface PostgresDatabaseOptions {
  readonly address: PostgresAddress;
  readonly logger: Logger;
  /** Monotonic, ms. */
  readonly clock?: () => number;
}

/** What is needed of a connection that hears of changes; in words of our own, so that programs that embed a host need no declarations of `pg`. */
export interface NotifiedConnection {
  on(event: 'error' | 'notification', listener: () => void): unknown;
  query(text: string, values?: unknown[]): Promise<{ readonly rows: Row[] }>;
  end(): Promise<void>;
}

/** Why the database cannot be used. */
export interface PostgresTrouble {
  readonly fault: 'newer' | 'unusable';
  readonly reason: string;
}

/** Thrown in place of an answer while the database cannot be used, or if it cannot be told what it did. */
export class StateUnusable extends Error {
  override readonly name = 'StateUnusable';
}

const MOST_CONNECTIONS = 10;
const CONNECT_MS = 3_000;
const STATEMENT_MS = 4_000;
const LOCK_MS = 3_000;
/** Longer than the server takes to give up itself. A request waits for it once: what took so long is not tried again. */
const ANSWER_MS = 5_000;
const MOST_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 20;
/** After a failure to connect all others fail at once for so long: none of them waits for a machine that is gone. */
const REST_MS = 250;

/**
 * A Postgres database that may be away. It is connected to when it is first needed, prepared once, and
 * tried again by itself. What is repeated is what certainly did not happen, and what may happen twice.
 */
export class PostgresDatabase implements AsyncDisposable {
  readonly address: PostgresAddress;
  readonly #logger: Logger;
  readonly #clock: () => number;
  readonly #names = new Map<string, string>();
  #pool: Promise<Pool> | undefined;
  #prepared: Promise<void> | undefined;
  #trouble: PostgresTrouble | undefined;
  #restUntil = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor({ address, logger, clock = () => performance.now() }: PostgresDatabaseOptions) {
    this.address = address;
    this.#logger = logger;
    this.#clock = clock;
  }

  /** Of the last attempt; `undefined` while it answers. */
  get trouble(): PostgresTrouble | undefined {
    return this.#trouble;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** One statement that may run twice: it only reads, or says the same the second time. */
  ask(text: string, values: readonly unknown[] = []): Promise<Rows> {
    return this.#use((run) => run(text, values), { isRepeatable: true });
  }

  /** One statement that must not run twice. */
  change(text: string, values: readonly unknown[] = []): Promise<Rows> {
    return this.#use((run) => run(text, values), { isRepeatable: false });
  }

  /** Several in one transaction, begun anew if the database undid it; `work` does nothing else. */
  transact<Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result> {
    return this.#use(
      async (run) => {
        await run('BEGIN');
        try {
          const result = await work(run);
          await run('COMMIT');
          return result;
        } catch (error) {
          // A connection that is lost is thrown away, and its transaction with it.
          if (postgresFault(error) !== 'lost') await run('ROLLBACK').catch(() => undefined);
          throw error;
        }
      },
      { isRepeatable: false },
    );
  }

  /** A connection of its own, for notifications; the caller ends it. Rejects with `StateUnusable`. */
  async connect(): Promise<NotifiedConnection> {
    await this.#use(async () => undefined, { isRepeatable: true });
    const { default: pg } = await import('pg');
    const client = new pg.Client(connectionOf(this.address));
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw this.#unusable(error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await (await this.#pool)?.end();
  }

  async #use<Result>(
    work: (run: RunStatement) => Promise<Result>,
    { isRepeatable }: { readonly isRepeatable: boolean },
  ): Promise<Result> {
    if (this.#isClosed) throw new StateUnusable('The state database is closed.');
    if (this.#clock() < this.#restUntil) throw new StateUnusable(this.#reason());
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await this.#attempt(work);
        this.#trouble = undefined;
        return result;
      } catch (error) {
        if (!mayRepeat(error, { attempt, isRepeatable })) throw this.#note(error);
        // Some jitter, so that those who collided do not meet again.
        await pause(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  }

  async #attempt<Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result> {
    const pool = await this.#open();
    this.#prepared ??= this.#prepare(pool);
    await this.#prepared;
    return withClient(pool, (client) => work(this.#runner(client)));
  }

  #open(): Promise<Pool> {
    this.#pool ??= import('pg').then(({ default: pg }) => {
      const pool = new pg.Pool({ ...connectionOf(this.address), max: MOST_CONNECTIONS });
      // An idle connection that breaks is replaced when it is needed.
      pool.on('error', () => undefined);
      // One that breaks while it is in use tells the statement that waits; without a listener the process would end.
      pool.on('connect', (client) => client.on('error', () => undefined));
      return pool;
    });
    return this.#pool;
  }

  async #prepare(pool: Pool): Promise<void> {
    try {
      await withClient(pool, (client) => migratePostgres(client, this.address.schema));
    } catch (error) {
      this.#prepared = undefined;
      throw error;
    }
  }

  #runner(client: ClientBase): RunStatement {
    return async (text, values = []) => {
      const { rows, rowCount } = await client.query({
        name: this.#nameOf(text),
        text,
        values: [...values],
      });
      return { rows, count: rowCount ?? rows.length };
    };
  }

  #nameOf(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = `mortise-${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }

  /** What the database refused is told as it is; all else is that it cannot be used. */
  #note(error: unknown): unknown {
    const fault = postgresFault(error);
    if (fault === 'refused' && !(error instanceof NewerFileError)) return error;
    // Looked at anew before it is used again: whether it may be written to, and what tables there are.
    if (fault === 'unable') this.#prepared = undefined;
    if (fault === 'not_sent' || isSlow(error)) this.#restUntil = this.#clock() + REST_MS;
    return this.#unusable(error);
  }

  #unusable(error: unknown): StateUnusable {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    if (this.#trouble?.reason !== reason && !this.#isClosed) {
      const { shown: database } = this.address;
      this.#logger.error({ reason, database }, 'The state database cannot be used.');
    }
    this.#trouble = { fault: error instanceof NewerFileError ? 'newer' : 'unusable', reason };
    return new StateUnusable(this.#reason());
  }

  #reason(): string {
    return `The state database cannot be used: ${this.#trouble?.reason ?? 'it does not answer'}.`;
  }
}

async function withClient<Result>(
  pool: Pool,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new NotConnected(reason, { cause: error });
  });
  let isBroken = true;
  try {
    const result = await work(client);
    isBroken = false;
    return result;
  } catch (error) {
    // The next connection may lead to a machine that can.
    isBroken = ['lost', 'unable'].includes(postgresFault(error));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

interface Attempt {
  readonly attempt: number;
  readonly isRepeatable: boolean;
}

function mayRepeat(error: unknown, { attempt, isRepeatable }: Attempt): boolean {
  if (error instanceof NewerFileError) return false;
  const most: Readonly<Record<PostgresFault, number>> = {
    rolled_back: MOST_ATTEMPTS,
    // Of a database that restarts; what took long to fail would take as long again.
    not_sent: isSlow(error) ? 1 : 3,
    lost: isRepeatable && !isSlow(error) ? 2 : 1,
    refused: 1,
    unable: 1,
  };
  return attempt < most[postgresFault(error)];
}

function isSlow(error: unknown): boolean {
  return error instanceof Error && /time-?d? ?out/i.test(error.message);
}

/** Each connection waits for the disk before it says that something is written, whatever the server's standard is. */
export function connectionOf({ url, schema }: PostgresAddress) {
  const address = new URL(url);
  const own = [
    '-c synchronous_commit=on',
    `-c search_path=${schema}`,
    `-c statement_timeout=${STATEMENT_MS}`,
    `-c lock_timeout=${LOCK_MS}`,
    `-c idle_in_transaction_session_timeout=${ANSWER_MS}`,
  ];
  // The last one of a name counts.
  const options = [address.searchParams.get('options') ?? '', ...own].join(' ').trim();
  address.searchParams.delete('options');
  return {
    ...{ connectionString: address.href, options, keepAlive: true },
    ...{ connectionTimeoutMillis: CONNECT_MS, query_timeout: ANSWER_MS },
    application_name: 'mortise',
  };
}
