import type { Logger, StateStore, StateTrouble } from '@mortise/contracts';
import { readPostgresAddress } from '../postgres/postgres-address.ts';
import { PostgresApprovalStore } from '../postgres/postgres-approval-store.ts';
import { PostgresCallStore } from '../postgres/postgres-call-store.ts';
import { PostgresChanges } from '../postgres/postgres-changes.ts';
import { PostgresDatabase } from '../postgres/postgres-database.ts';
import { PostgresRateStore } from '../postgres/postgres-rate-store.ts';
import { PostgresReplicaRegistry } from '../postgres/postgres-replica-registry.ts';
import { PostgresSessionStore } from '../postgres/postgres-session-store.ts';
import { PostgresStopStore } from '../postgres/postgres-stop-store.ts';
import { PostgresStorage } from '../postgres/postgres-storage.ts';
import { PostgresTokenStore } from '../postgres/postgres-token-store.ts';

export interface PostgresStateOptions {
  /** `postgres://user@host:5432/database`; `sslmode`, `sslrootcert` and so on as `pg` reads them, and `schema`. */
  readonly url: string;
  /** In place of one in the address. */
  readonly password?: string;
  readonly logger: Logger;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/**
 * Keeps everything in a Postgres database that hosts on many machines share. Nothing is waited for here: a
 * database that is away is connected to once it is back. Throws `state_address_invalid`.
 */
export class PostgresState implements StateStore {
  readonly place: string;
  readonly sessions: PostgresSessionStore;
  readonly tokens: PostgresTokenStore;
  readonly approvals: PostgresApprovalStore;
  readonly rates: PostgresRateStore;
  readonly stops: PostgresStopStore;
  readonly storage: PostgresStorage;
  readonly calls: PostgresCallStore;
  readonly replicas: PostgresReplicaRegistry;
  readonly changes: PostgresChanges;
  readonly #database: PostgresDatabase;

  constructor({ url, password, logger, now }: PostgresStateOptions) {
    const address = readPostgresAddress(url, password);
    const database = new PostgresDatabase({ address, logger });
    this.#database = database;
    this.place = address.shown;
    this.changes = new PostgresChanges({ database, logger });
    this.sessions = new PostgresSessionStore({ database, logger, now });
    this.tokens = new PostgresTokenStore({ database, changes: this.changes });
    this.approvals = new PostgresApprovalStore({ database, logger });
    this.rates = new PostgresRateStore({ database });
    this.stops = new PostgresStopStore({ database });
    this.storage = new PostgresStorage({ database, now });
    this.calls = new PostgresCallStore({ database });
    this.replicas = new PostgresReplicaRegistry({ database });
  }

  /** Resolves once the database has answered, or could not be reached. */
  async settle(): Promise<void> {
    await this.#database.ask('SELECT 1').catch(() => undefined);
  }

  troubles(): readonly StateTrouble[] {
    const { trouble } = this.#database;
    if (trouble === undefined) return [];
    const code = trouble.fault === 'newer' ? 'state_file_newer' : 'state_database_unusable';
    const detail = `${this.place}: ${trouble.reason}`;
    return [{ code, severity: 'error', subject: 'state', detail }];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.changes[Symbol.asyncDispose]();
    await this.tokens[Symbol.asyncDispose]();
    await this.#database[Symbol.asyncDispose]();
  }
}
