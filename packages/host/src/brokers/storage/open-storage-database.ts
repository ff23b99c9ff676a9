import type { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../../database/create-private-file.ts';
import { PreparedDatabase } from '../../database/prepared-database.ts';
import { NewerFileError } from '../../database/sqlite-faults.ts';

const BUSY_MS = 5_000;
const FORM = 2;

// Keys are BLOBs: texts end at a NUL for some of SQLite's functions, and order by bytes is stable.
const TABLES = `
  CREATE TABLE IF NOT EXISTS entries (
    namespace TEXT NOT NULL,
    key BLOB NOT NULL,
    value TEXT NOT NULL,
    size INTEGER NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (namespace, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entry_sizes ON entries (namespace, size);
  CREATE INDEX IF NOT EXISTS entry_ends ON entries (namespace, expires_at)
    WHERE expires_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS owners (
    owner TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${FORM};`;

/** Opens or makes the file, readable for its owner only. Throws for one that cannot be used, and leaves it as it is. */
export function openStorageDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    createPrivateFile(path);
    database = new PreparedDatabase(path, { timeout: BUSY_MS });
    // NORMAL: a power cut may take back the last writes, and never damages the file.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    prepareTables(database);
    return database;
  } catch (error) {
    database?.close();
    throw error;
  }
}

function prepareTables(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  const form = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (form > FORM) {
    throw new NewerFileError(`The file has form ${form}; this program knows ${FORM}.`);
  }
  database.exec(TABLES);
  database.exec('COMMIT');
}
