import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from './create-private-file.ts';
import { NewerFileError } from './sqlite-faults.ts';

export interface Migration {
  readonly path: string;
  /** Append only: a released step never changes. */
  readonly steps: readonly string[];
  /** Wall clock in ms. */
  readonly now: () => number;
}

/**
 * Brings a file to the newest form, all of it or nothing. A file that holds something is copied beside
 * itself first (`state.db.backup-1`: after one step). Throws `NewerFileError` for one of a newer program.
 */
export function migrateDatabase(database: DatabaseSync, migration: Migration): void {
  const { path, steps, now } = migration;
  const before = stepsDone(database);
  if (before > 0 && before < steps.length) backUp(database, `${path}.backup-${before}`);
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(
      'CREATE TABLE IF NOT EXISTS migrations (step INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT',
    );
    // Asked again under the lock: another process may have been first.
    const done = stepsDone(database);
    if (done > steps.length) {
      throw new NewerFileError(
        `The file has ${done} migrations; this program knows ${steps.length}.`,
      );
    }
    const record = database.prepare('INSERT INTO migrations (step, applied_at) VALUES (?, ?)');
    for (const [index, sql] of steps.entries()) {
      if (index < done) continue;
      database.exec(sql);
      record.run(index + 1, now());
    }
    database.exec('COMMIT');
  } catch (error) {
    // On a full disk SQLite has ended it already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function stepsDone(database: DatabaseSync): number {
  const hasTable = database
    .prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'migrations'")
    .get();
  if (Number(hasTable?.['n']) === 0) return 0;
  return Number(database.prepare('SELECT count(*) AS n FROM migrations').get()?.['n']);
}

/** Linked into place whole; the first copy of this step stays, because a later one may be of what came after. */
function backUp(database: DatabaseSync, copy: string): void {
  if (existsSync(copy)) return;
  const draft = `${copy}.draft-${randomBytes(6).toString('hex')}`;
  try {
    createPrivateFile(draft);
    database.prepare('VACUUM INTO ?').run(draft);
    linkSync(draft, copy);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
