import { describe, expect, it } from 'vitest';
import { PreparedDatabase } from './prepared-database.ts';

const COUNT = 'SELECT count(*) AS n FROM entries WHERE value > ?';

function openEntries(): PreparedDatabase {
  const database = new PreparedDatabase(':memory:');
  database.exec('CREATE TABLE entries (value INTEGER)');
  return database;
}

describe('a database that prepares each text once', () => {
  it('keeps the statement of a text, with the values of each use', () => {
    using database = openEntries();
    const insert = database.prepare('INSERT INTO entries VALUES (?)');
    for (const value of [1, 2, 3]) database.prepare('INSERT INTO entries VALUES (?)').run(value);
    expect(database.prepare('INSERT INTO entries VALUES (?)')).toBe(insert);
    expect(database.prepare(COUNT).get(0)).toEqual({ n: 3 });
    expect(database.prepare(COUNT).get(2)).toEqual({ n: 1 });
  });

  it('goes on with a kept statement after the tables changed', () => {
    using database = openEntries();
    expect(database.prepare('SELECT * FROM entries').all()).toEqual([]);
    database.exec("ALTER TABLE entries ADD COLUMN note TEXT DEFAULT 'x'");
    database.prepare('INSERT INTO entries (value) VALUES (?)').run(1);
    expect(database.prepare('SELECT * FROM entries').all()).toEqual([{ value: 1, note: 'x' }]);
  });

  it('keeps nothing of a statement that failed, and answers nothing once it is closed', () => {
    const database = openEntries();
    expect(() => database.prepare('SELECT * FROM later')).toThrow('no such table');
    database.exec('CREATE TABLE later (value INTEGER)');
    expect(database.prepare('SELECT * FROM later').all()).toEqual([]);
    database.close();
    expect(() => database.prepare('SELECT * FROM later')).toThrow('not open');
  });

  it('leaves no statement to the garbage collector, however often a text is used', () => {
    using database = openEntries();
    const statements = new Set(Array.from({ length: 100 }, () => database.prepare(COUNT)));
    expect(statements.size).toBe(1);
  });
});
