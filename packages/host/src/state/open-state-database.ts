import type { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../database/create-private-file.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { PreparedDatabase } from '../database/prepared-database.ts';
import { DamagedFileError, faultOf } from '../database/sqlite-faults.ts';
import { STATE_MIGRATIONS } from './state-migrations.ts';

/** How long a writer waits for another one before it gives up. */
const BUSY_TIMEOUT_MS = 10_000;

// SQLite answers busy at once, without the time-out, where several processes switch a fresh file to
// WAL together. Such a file is not damaged.
const MOST_ATTEMPTS = 50;
const RETRY_MS = 20;

/** Where state is kept. */
export interface StateDatabaseFile {
  readonly path: string;
  /** Wall clock in milliseconds, for the columns an operator reads. */
  readonly now: () => number;
}

/**
 * Opens the file, checks it and brings it to the newest form. Throws for a file that is damaged,
 * foreign or newer than this program: the caller decides what to do without it.
 */
export function openStateDatabase(file: StateDatabaseFile): DatabaseSync {
  createPrivateFile(file.path);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return openOnce(file);
    } catch (error) {
      if (faultOf(error) !== 'busy' || attempt === MOST_ATTEMPTS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

function openOnce({ path, now }: StateDatabaseFile): DatabaseSync {
  const database = new PreparedDatabase(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    checkHealth(database);
    // FULL: in WAL mode NORMAL does not wait for the disk, and a power cut would take back loads
    // that a model was already told of. Loads are rare; the wait is worth it.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    migrateDatabase(database, { path, steps: STATE_MIGRATIONS, now });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function checkHealth(database: DatabaseSync): void {
  const rows = database.prepare('PRAGMA quick_check(3)').all();
  const found = rows.map((row) => String(row['quick_check']));
  if (found.length === 1 && found[0] === 'ok') return;
  throw new DamagedFileError(found.join('; ').slice(0, 500));
}
