import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStorage } from '@mortise/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import { asking, onBench, outcomeOf, valueOfReply } from '../testing/broker-bench.ts';
import { storageSubject, storageSuite } from '../testing/storage-suite.ts';
import { MemoryStorage } from './memory-storage.ts';
import { SqliteStorage } from './sqlite-storage.ts';
import { createStorageBroker } from './storage-broker.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-storage-'));
const opened: SqliteStorage[] = [];
afterAll(() => {
  for (const storage of opened) storage[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

function openFile(path: string, now: () => number = () => 0) {
  const storage = new SqliteStorage({ path, now });
  opened.push(storage);
  return createStorageBroker(storage);
}

let files = 0;
function freshPath(): string {
  files += 1;
  return join(folder, `storage-${files}.db`);
}

describe('storage of the sandbox itself (S-6)', () => storageSuite(createMemoryStorage));
describe('storage in memory (S-6)', () => {
  storageSuite(() => createStorageBroker(new MemoryStorage(() => 0)));
});
describe('storage in SQLite (S-6)', () => storageSuite(() => openFile(freshPath())));

describe('storage in a file (S-6)', () => {
  it('outlives its process and is for its owner only', async () => {
    const path = freshPath();
    const storage = new SqliteStorage({ path, now: () => 0 });
    await storage.set({ namespace: 'n', key: 'k', value: '1', quotaBytes: 10 });
    for (const suffix of ['', '-wal', '-shm']) {
      expect(statSync(`${path}${suffix}`).mode & 0o777).toBe(0o600);
    }
    storage[Symbol.dispose]();
    storage[Symbol.dispose]();
    using again = new SqliteStorage({ path, now: () => 0 });
    expect(await again.get('n', 'k')).toBe('1');
  });

  it('forgets a value when its time is over, and gives its room back', async () => {
    let time = 1_000;
    const ask = asking(
      onBench(
        'storage',
        openFile(freshPath(), () => time),
      ),
      storageSubject({ quotaBytes: 12 }),
    );
    await ask('set', ['key', 'x'.repeat(6), { ttlMs: 500 }]);
    time = 1_499;
    expect(valueOfReply(await ask('get', ['key']))).toBe('xxxxxx');
    expect(await outcomeOf(ask('set', ['other', 12345]))).toMatch(/full/);
    time = 1_500;
    expect(valueOfReply(await ask('get', ['key']))).toBe(null);
    expect(valueOfReply(await ask('list', []))).toEqual([]);
    expect(valueOfReply(await ask('delete', ['key']))).toBe(false);
    expect(await outcomeOf(ask('set', ['other', 12345]))).toBe('ok');
  });

  it('lists in pages', async () => {
    const ask = asking(onBench('storage', openFile(freshPath())), storageSubject());
    for (let count = 0; count < 5; count += 1) await ask('set', [`p/${count}`, count]);
    await ask('set', ['q', 0]);
    expect(valueOfReply(await ask('list', ['p/', { limit: 2 }]))).toEqual(['p/0', 'p/1']);
    expect(valueOfReply(await ask('list', ['p/', { limit: 9, after: 'p/1' }]))).toEqual([
      'p/2',
      'p/3',
      'p/4',
    ]);
  });

  it.each([
    ['a key that is half a character', 'set', ['\ud800', 1]],
    ['a value that is too large', 'set', ['k', 'x'.repeat(256_000)]],
    ['a time that is no time', 'set', ['k', 1, { ttlMs: 0 }]],
    ['a page that is too long', 'list', ['', { limit: 1_001 }]],
  ] as const)('refuses %s', async (_what, operation, input) => {
    const ask = asking(
      onBench('storage', openFile(freshPath())),
      storageSubject({ quotaBytes: 1_000_000 }),
    );
    expect(await outcomeOf(ask(operation, [...input] as never))).toMatch(/^failed/);
  });

  it('tells keys with NUL apart', async () => {
    const ask = asking(onBench('storage', openFile(freshPath())), storageSubject());
    await ask('set', ['a\0b', 1]);
    await ask('set', ['a\0c', 2]);
    expect(valueOfReply(await ask('get', ['a\0b']))).toBe(1);
    expect(valueOfReply(await ask('list', ['a\0']))).toEqual(['a\0b', 'a\0c']);
  });

  it('takes the smaller quota of what was granted and declared', async () => {
    const subject = {
      ...storageSubject(),
      grant: { granted: { quotaBytes: 9 }, declared: { quotaBytes: 99 } },
    };
    const ask = asking(onBench('storage', openFile(freshPath())), subject);
    expect(await outcomeOf(ask('set', ['k', 'x'.repeat(6)]))).toBe('ok');
    expect(await outcomeOf(ask('set', ['k', 'x'.repeat(7)]))).toMatch(/9 bytes are allowed/);
  });

  it('holds the quota against two processes that fill it at once', async () => {
    const path = freshPath();
    new SqliteStorage({ path, now: () => 0 })[Symbol.dispose]();
    const script = join(import.meta.dirname, '..', 'testing', 'fill-storage.ts');
    const counts = await Promise.all(
      ['one', 'two'].map(async (prefix) => {
        const [stored] = await once(fork(script, [path, prefix]), 'message');
        return Number(stored);
      }),
    );
    // 6 bytes of key and 94 of value, 100 times.
    expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(100);
  });

  it('refuses everything while the file is no database, and serves once it is gone (T-9)', async () => {
    const path = freshPath();
    writeFileSync(path, 'this is not a database, and long enough to be taken for one'.repeat(40));
    using storage = new SqliteStorage({ path, now: () => 0 });
    expect(storage.trouble).toMatchObject({ fault: 'damaged' });
    await expect(storage.get('n', 'k')).rejects.toMatchObject({ code: 'capability_failed' });
    rmSync(path);
    await expect.poll(() => storage.trouble, { timeout: 5_000 }).toBeUndefined();
    const entry = { namespace: 'n', key: 'k', value: '1', quotaBytes: 100 };
    expect(await storage.set(entry)).toBe('stored');
  });
});
