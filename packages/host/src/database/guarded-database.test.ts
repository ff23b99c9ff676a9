import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { GuardedDatabase } from './guarded-database.ts';
import { NewerFileError } from './sqlite-faults.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-guarded-'));
afterAll(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
function guard(prepare: (path: string) => void = () => undefined) {
  files += 1;
  const path = join(folder, `${files}.db`);
  prepare(path);
  let now = 0;
  const open = () => {
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE IF NOT EXISTS t (x INTEGER)');
    return database;
  };
  const troubles: string[] = [];
  const guarded = new GuardedDatabase({
    ...{ path, open, clock: () => now },
    onTrouble: ({ fault }) => troubles.push(fault),
  });
  const wait = () => {
    now += 1_000;
  };
  return { guarded, path, wait, troubles };
}

const add = (database: DatabaseSync) => database.exec('INSERT INTO t VALUES (1)');
const count = (database: DatabaseSync) =>
  Number(database.prepare('SELECT count(*) AS n FROM t').get()?.['n']);

describe('a guarded database (T-9)', () => {
  it('says that its file is damaged, leaves it alone, and serves once it was moved away', () => {
    const { guarded, path, wait, troubles } = guard((file) =>
      writeFileSync(file, 'no database at all '.repeat(100)),
    );
    const before = readFileSync(path);
    expect(guarded.trouble).toMatchObject({ fault: 'damaged' });
    expect(() => guarded.read(count)).toThrow('not a database');
    expect(readFileSync(path).equals(before)).toBe(true);
    rmSync(path);
    expect(() => guarded.write(add)).toThrow('not a database');
    wait();
    guarded.write(add);
    expect(guarded.trouble).toBeUndefined();
    expect(troubles).toEqual(['damaged']);
    guarded[Symbol.dispose]();
  });

  it('notices that its file was deleted, and goes on with a new one', () => {
    const { guarded, path } = guard();
    guarded.write(add);
    rmSync(path);
    expect(guarded.read(count)).toBe(0);
    guarded.write(add);
    expect(guarded.replacements).toBe(1);
    const other = new DatabaseSync(path);
    expect(count(other)).toBe(1);
    other.close();
    guarded[Symbol.dispose]();
  });

  it('tells a file of a newer program from a damaged one', () => {
    const path = join(folder, 'newer.db');
    const open = () => {
      throw new NewerFileError('form 9');
    };
    using guarded = new GuardedDatabase({ path, open });
    expect(guarded.trouble).toEqual({ fault: 'newer', reason: 'form 9' });
  });

  it('reports a write that the disk refused until one succeeds; what work throws is no trouble', () => {
    const { guarded } = guard();
    const refuse = (database: DatabaseSync) => {
      database.exec('PRAGMA query_only = ON');
      add(database);
    };
    expect(() => guarded.write(refuse)).toThrow('readonly');
    expect(guarded.trouble).toMatchObject({ fault: 'unusable' });
    guarded.read((database) => database.exec('PRAGMA query_only = OFF'));
    expect(guarded.trouble).toMatchObject({ fault: 'unusable' });
    guarded.write(add);
    expect(guarded.trouble).toBeUndefined();
    expect(() =>
      guarded.write(() => {
        throw new Error('mine');
      }),
    ).toThrow('mine');
    expect(guarded.trouble).toBeUndefined();
    guarded[Symbol.dispose]();
  });
});

describe('a file that takes long to look at', () => {
  it('is looked at seldom, so that its owner is not held up by it all the time (T-9)', () => {
    let now = 0;
    let looks = 0;
    const open = (): never => {
      looks += 1;
      now += 3_000;
      throw new Error('damaged');
    };
    using file = new GuardedDatabase({ path: ':memory:', open, clock: () => now });
    for (let second = 0; second < 60; second += 1) {
      now += 1_000;
      expect(file.trouble?.reason).toBe('damaged');
    }
    expect(looks).toBeLessThan(5);
  });
});
