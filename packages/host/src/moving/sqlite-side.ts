import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { MortiseError } from '@mortise/contracts';
import { openStorageDatabase } from '../brokers/storage/open-storage-database.ts';
import { faultOf } from '../database/sqlite-faults.ts';
import { openStateDatabase } from '../state/open-state-database.ts';
import type { StateFolder } from '../state/state-folder.ts';
import type { StateTarget } from './move-state.ts';
import { sideFault } from './side-fault.ts';
import {
  type MovedRow,
  readRow,
  STATE_TABLES,
  type StateTable,
  writeValue,
} from './state-tables.ts';

/** How long another command may take that has the files just now. */
const BUSY_MS = 2_000;

export interface SqliteSideOptions {
  readonly folder: Pick<StateFolder, 'path' | 'sessions' | 'storage'>;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/**
 * Opens the files of a state folder for this process alone. Rejects with `state_in_use` while any other has them
 * open, and with `state_absent` for a source without files.
 */
export async function openSqliteSide(
  { folder, now }: SqliteSideOptions,
  as: 'source' | 'target',
): Promise<StateTarget> {
  const { sessions, storage, path } = folder;
  if (as === 'source' && !existsSync(sessions) && !existsSync(storage)) {
    throw new MortiseError('state_absent', `${path} holds no ${STATE_FILES}.`);
  }
  try {
    // Both are brought to the newest form, or made.
    openStateDatabase({ path: sessions, now }).close();
    openStorageDatabase(storage).close();
    return new SqliteSide(path, openAlone(sessions, storage));
  } catch (error) {
    if (faultOf(error) !== 'busy') throw told(path, error);
    throw new MortiseError('state_in_use', `Another process has ${path} open.`, { cause: error });
  }
}

const STATE_FILES = 'state.db or storage.db';

/**
 * Both files as one database. A transaction over two files is one step for SQLite only without write-ahead logs, and
 * those can be left only by a process that is alone: so this is the check for hosts, too. The next host turns them on again.
 */
function openAlone(sessions: string, storage: string): DatabaseSync {
  const database = new DatabaseSync(sessions, { timeout: BUSY_MS });
  try {
    database.prepare('ATTACH ? AS storage').run(storage);
    for (const file of ['main', 'storage']) {
      const row = database.prepare(`PRAGMA ${file}.journal_mode = DELETE`).get();
      if (row?.['journal_mode'] !== 'delete') throw busy();
      database.exec(`PRAGMA ${file}.synchronous = FULL`);
    }
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What SQLite says of a file; what the system says of it, and a bug, stay what they are. */
function told(path: string, error: unknown): unknown {
  const isOfFile = faultOf(error) !== 'unusable' || (error instanceof Error && 'errcode' in error);
  return isOfFile ? sideFault(path, error) : error;
}

function busy(): Error {
  return Object.assign(new Error('The files are in use.'), { errcode: 5 });
}

class SqliteSide implements StateTarget {
  readonly place: string;
  readonly #database: DatabaseSync;

  constructor(place: string, database: DatabaseSync) {
    this.place = place;
    this.#database = database;
  }

  *read(table: StateTable): Iterable<MovedRow> {
    const { name, file, columns, order } = table;
    const listed = Object.keys(columns).join(', ');
    try {
      const rows = this.#database
        .prepare(`SELECT ${listed} FROM ${file}.${name} ORDER BY ${order}`)
        .iterate();
      for (const row of rows) yield readRow(table, row, 'sqlite');
    } catch (error) {
      throw told(this.place, error);
    }
  }

  async clear(): Promise<void> {
    this.#use((database) => {
      for (const { name, file } of STATE_TABLES) database.exec(`DELETE FROM ${file}.${name}`);
      database.exec('DELETE FROM main.rate_holds');
    });
  }

  async write(table: StateTable, rows: readonly MovedRow[]): Promise<void> {
    const { name, file, columns } = table;
    const kinds = Object.values(columns);
    // Marks are never used again, whatever was removed.
    const isMarked = name === 'approvals';
    const names = [...Object.keys(columns), ...(isMarked ? ['mark'] : [])];
    const places = names.map(() => '?').join(', ');
    this.#use((database) => {
      const insert = database.prepare(
        `INSERT INTO ${file}.${name} (${names.join(', ')}) VALUES (${places})`,
      );
      for (const row of rows) {
        const values = row.map((value, at) => writeValue(value, kinds[at] ?? 'text', 'sqlite'));
        insert.run(...values, ...(isMarked ? [this.#nextMark()] : []));
      }
    });
  }

  async commit(): Promise<void> {
    this.#use((database) => database.exec('COMMIT'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#database.isOpen) return;
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    this.#database.close();
  }

  /** A disk may be full, or a page damaged that no check has read. */
  #use(work: (database: DatabaseSync) => void): void {
    try {
      work(this.#database);
    } catch (error) {
      throw told(this.place, error);
    }
  }

  #nextMark(): number {
    const row = this.#database
      .prepare('UPDATE main.approval_marks SET last = last + 1 RETURNING last')
      .get();
    return Number(row?.['last']);
  }
}
