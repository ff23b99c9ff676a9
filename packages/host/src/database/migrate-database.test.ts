import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from './migrate-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-migrate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FIRST = 'CREATE TABLE notes (text TEXT) STRICT';
const SECOND = "UPDATE notes SET text = 'changed'";
const now = () => 1;
const textsOf = (database: DatabaseSync) =>
  database
    .prepare('SELECT text FROM notes')
    .all()
    .map((row) => row['text']);

function openAt(path: string, steps: readonly string[]): DatabaseSync {
  const database = new DatabaseSync(path);
  migrateDatabase(database, { path, steps, now });
  return database;
}

describe('a file that is brought to a newer form (T-9)', () => {
  it('is copied first, for its owner only, with what it held', () => {
    const path = join(folder, 'a.db');
    const old = openAt(path, [FIRST]);
    old.exec("INSERT INTO notes VALUES ('kept')");
    old.close();
    const next = openAt(path, [FIRST, SECOND]);
    expect(textsOf(next)).toEqual(['changed']);
    next.close();
    const copy = new DatabaseSync(`${path}.backup-1`);
    expect(textsOf(copy)).toEqual(['kept']);
    copy.close();
    expect(statSync(`${path}.backup-1`).mode & 0o777).toBe(0o600);
  });

  it('is not brought there without a whole copy, if the first attempt to copy it failed', () => {
    const path = join(folder, 'c.db');
    const old = openAt(path, [FIRST]);
    old.exec("INSERT INTO notes VALUES ('kept')");
    // SQLite copies no file inside of a transaction.
    old.exec('BEGIN');
    const migration = { path, steps: [FIRST, SECOND], now };
    expect(() => migrateDatabase(old, migration)).toThrow('VACUUM');
    expect(readdirSync(folder).filter((name) => name.startsWith('c.db.'))).toEqual([]);
    old.exec('ROLLBACK');
    migrateDatabase(old, migration);
    old.close();
    const copy = new DatabaseSync(`${path}.backup-1`);
    expect(textsOf(copy)).toEqual(['kept']);
    copy.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('c.db.'))).toHaveLength(1);
  });

  it('stays as it was if a step fails, and is never called damaged by an older program', () => {
    const path = join(folder, 'b.db');
    openAt(path, [FIRST]).close();
    expect(() => openAt(path, [FIRST, 'CREATE TABLE other (x INTEGER)', 'no SQL'])).toThrow(
      'syntax error',
    );
    const again = openAt(path, [FIRST, SECOND]);
    again.close();
    expect(() => openAt(path, [FIRST])).toThrow('this program knows 1');
  });
});
