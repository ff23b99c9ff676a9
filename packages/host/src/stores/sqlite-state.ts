import { dirname, join } from 'node:path';
import type { StateStore, StateTrouble } from '@mortise/contracts';
import { SqliteApprovalStore } from '../approvals/sqlite-approval-store.ts';
import { SqliteStorage } from '../brokers/storage/sqlite-storage.ts';
import { fileTroubles } from '../database/file-troubles.ts';
import type { GuardedDatabase } from '../database/guarded-database.ts';
import { SqliteCallStore } from '../once/sqlite-call-store.ts';
import { SqliteRateStore } from '../rates/sqlite-rate-store.ts';
import { SqliteSessionStore } from '../state/sqlite-session-store.ts';
import { describeStateFile, openStateFile, type StateFileOptions } from '../state/state-file.ts';
import { SqliteStopStore } from '../stops/sqlite-stop-store.ts';
import { SqliteTokenStore } from '../tokens/sqlite-token-store.ts';

export interface SqliteStateOptions extends StateFileOptions {
  /** The file of what extensions store; `storage.db` beside the other if absent. */
  readonly storagePath?: string;
}

/** Keeps everything in two files that several processes of one machine may share. */
export class SqliteState implements StateStore {
  readonly place: string;
  readonly sessions: SqliteSessionStore;
  readonly tokens: SqliteTokenStore;
  readonly approvals: SqliteApprovalStore;
  readonly rates: SqliteRateStore;
  readonly stops: SqliteStopStore;
  readonly calls: SqliteCallStore;
  readonly #options: SqliteStateOptions;
  readonly #file: GuardedDatabase;
  #storage: SqliteStorage | undefined;

  constructor(options: SqliteStateOptions) {
    this.#options = options;
    this.place = options.path;
    this.#file = openStateFile(options);
    const parts = { ...options, file: this.#file };
    this.sessions = new SqliteSessionStore(parts);
    this.tokens = new SqliteTokenStore(parts);
    this.approvals = new SqliteApprovalStore(parts);
    this.rates = new SqliteRateStore(parts);
    this.stops = new SqliteStopStore(parts);
    this.calls = new SqliteCallStore(parts);
  }

  /** Opened when it is first asked for: many commands store nothing. */
  get storage(): SqliteStorage {
    const { now } = this.#options;
    this.#storage ??= new SqliteStorage({ path: this.#storagePath(), now });
    return this.#storage;
  }

  troubles(): readonly StateTrouble[] {
    return [
      ...fileTroubles(this.#file, describeStateFile(this.#options.path)),
      ...(this.#storage === undefined ? [] : storageTroubles(this.#storage, this.#storagePath())),
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#storage?.[Symbol.dispose]();
    this.#file[Symbol.dispose]();
  }

  #storagePath(): string {
    return this.#options.storagePath ?? join(dirname(this.#options.path), 'storage.db');
  }
}

/** What an operator should know of a file with stored values. */
export function storageTroubles(storage: SqliteStorage, path: string): readonly StateTrouble[] {
  return fileTroubles(storage, { subject: 'storage', path, damagedCode: 'storage_unusable' });
}
