import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger, SessionRecord } from '@mortise/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { SqliteSessionStore } from './sqlite-session-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-state-'));
const newFile = () => join(folder, `${randomUUID()}.db`);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open(path: string, errors: string[] = []): SqliteSessionStore {
  const silent = () => undefined;
  const error: Logger['error'] = (_details, message) => void errors.push(message);
  return new SqliteSessionStore({
    path,
    now: () => 1_700_000_000_000,
    logger: { debug: silent, info: silent, warn: silent, error },
  });
}

function row(agentId: string, sessionKey: string, loaded: readonly string[]): SessionRecord {
  return { agentId, sessionKey, loadedToolkits: loaded, version: 0 };
}

describe('SqliteSessionStore (M-4, M-8)', () => {
  it('keeps what was written over a restart, migrations included', async () => {
    const path = newFile();
    await using first = open(path);
    await first.write(row('a', 's', ['devops']), 0);
    await first[Symbol.asyncDispose]();
    for (let restart = 0; restart < 3; restart += 1) {
      await using again = open(path);
      expect(await again.read('a', 's')).toMatchObject({ loadedToolkits: ['devops'], version: 1 });
    }
  });

  it('makes files that only their owner can read, also where the file was there before', async () => {
    const path = newFile();
    writeFileSync(path, '');
    chmodSync(path, 0o666);
    await using store = open(path);
    await store.write(row('a', 's', ['x']), 0);
    for (const suffix of ['', '-wal', '-shm']) {
      expect(statSync(`${path}${suffix}`).mode & 0o777).toBe(0o600);
    }
  });

  it('writes ahead, so that readers do not wait for a writer', async () => {
    const path = newFile();
    await using store = open(path);
    await store.write(row('a', 's', ['x']), 0);
    const database = new DatabaseSync(path);
    expect(database.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
    database.close();
  });

  it.each([
    ['not JSON', '{'],
    ['an object', '{"a":1}'],
    ['numbers and names', '[1,"x",null,"x",["y"]]'],
  ])('reads a row edited by hand to %s as the names in it', async (_what, json) => {
    const path = newFile();
    await using store = open(path);
    await store.write(row('a', 's', ['before']), 0);
    const database = new DatabaseSync(path);
    database.prepare('UPDATE sessions SET loaded_toolkits = ?').run(json);
    database.close();
    expect(await store.read('a', 's')).toMatchObject({
      loadedToolkits: json.includes('"x"') ? ['x'] : [],
      version: 1,
    });
    expect((await store.write(row('a', 's', ['after']), 1)).status).toBe('stored');
  });
});

/** Files that cannot be trusted. */
const DAMAGE: readonly {
  readonly what: string;
  readonly fault?: 'newer';
  readonly damage: (path: string) => void;
}[] = [
  { what: 'no database at all', damage: (path) => writeFileSync(path, 'hello '.repeat(2_000)) },
  {
    what: 'a torn header',
    damage: (path) => writeFileSync(path, readFileSync(path).fill(0, 20, 90)),
  },
  {
    what: 'overwritten pages',
    damage: (path) => writeFileSync(path, readFileSync(path).fill(255, 4_096)),
  },
  { what: 'a cut off tail', damage: (path) => truncateSync(path, 4_096 + 100) },
  {
    what: 'migrations of a newer program',
    fault: 'newer',
    damage: (path) => {
      const database = new DatabaseSync(path);
      database.exec('INSERT INTO migrations VALUES (99, 0)');
      database.close();
    },
  },
];

describe('SqliteSessionStore with a file it cannot trust (M-4)', () => {
  it.each(DAMAGE)(
    'is safe with $what: shows nothing, refuses writes, says why',
    async ({ damage, fault = 'damaged' }) => {
      const path = newFile();
      await using good = open(path);
      for (let index = 0; index < 50; index += 1) {
        await good.write(row('a', `s${index}`, ['devops']), 0);
      }
      await good[Symbol.asyncDispose]();
      damage(path);
      const before = readFileSync(path);

      const errors: string[] = [];
      await using store = open(path, errors);
      expect(store.mode).toBe('safe');
      expect(store.trouble).toMatchObject({ fault });
      expect((await store.read('a', 's1')).loadedToolkits).toStrictEqual([]);
      const write = await store.write(row('a', 's1', ['x']), 0);
      expect(write).toMatchObject({ status: 'refused' });
      expect(write.status === 'refused' && write.reason).toContain(path);
      expect(errors).toHaveLength(1);
      expect(readFileSync(path).equals(before)).toBe(true);
    },
  );

  it('is safe where the path is a folder', async () => {
    await using store = open(folder);
    expect(store.mode).toBe('safe');
  });
});
