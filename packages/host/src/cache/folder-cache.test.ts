import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FolderCache } from './folder-cache.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-cache-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
function newFolder(): string {
  count += 1;
  return join(root, `cache-${count}`);
}
const entriesOf = (folder: string) =>
  readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name));
const text = async (cache: FolderCache, key: string) => {
  const bytes = await cache.read(key);
  return bytes && new TextDecoder().decode(bytes);
};
const write = (cache: FolderCache, key: string, value: string) =>
  cache.write(key, new TextEncoder().encode(value));

/** A folder with one entry, and the path of its file. */
async function withEntry(): Promise<{ readonly folder: string; readonly path: string }> {
  const folder = newFolder();
  await write(new FolderCache(folder), 'a', 'good');
  return { folder, path: join(folder, entriesOf(folder)[0] ?? '') };
}

describe('an entry of a cache folder', () => {
  it('is read by another process, and by this user alone', async () => {
    const { folder, path } = await withEntry();
    expect(await text(new FolderCache(folder), 'a')).toBe('good');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['a changed byte', (bytes: Buffer) => bytes.fill('x', bytes.length - 1)],
    ['a shorter file', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
    ['an empty file', () => Buffer.alloc(0)],
    ['less than a signature', () => Buffer.from('no')],
    ['a longer file', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('!')])],
  ])('is not there and is taken away if it has %s', async (_what, damage) => {
    const { folder, path } = await withEntry();
    writeFileSync(path, damage(readFileSync(path)));
    const cache = new FolderCache(folder);
    expect(await text(cache, 'a')).toBeUndefined();
    expect(existsSync(path)).toBe(false);
    await write(cache, 'a', 'again');
    expect(await text(cache, 'a')).toBe('again');
  });

  it('is not there if it was moved from another key, another folder or made elsewhere', async () => {
    const { folder, path } = await withEntry();
    const cache = new FolderCache(folder);
    await write(cache, 'b', 'evil');
    const other = entriesOf(folder).find((name) => !path.endsWith(name)) ?? '';
    renameSync(join(folder, other), path);
    expect(await text(cache, 'a')).toBeUndefined();
    const elsewhere = await withEntry();
    cpSync(elsewhere.path, path);
    expect(await text(cache, 'a')).toBeUndefined();
  });

  it('is not there if it is a link', async () => {
    const { folder, path } = await withEntry();
    renameSync(path, join(root, 'moved'));
    symlinkSync(join(root, 'moved'), path);
    expect(await text(new FolderCache(folder), 'a')).toBeUndefined();
  });
});

describe('a cache folder', () => {
  it.each([
    ['that others may write', (folder: string) => chmodSync(folder, 0o777)],
    ['whose secret others may read', (folder: string) => chmodSync(join(folder, 'secret'), 0o644)],
    [
      'whose secret is a link',
      (folder: string) => {
        renameSync(join(folder, 'secret'), join(root, `secret-${count}`));
        symlinkSync(join(root, `secret-${count}`), join(folder, 'secret'));
      },
    ],
  ])('%s is not used at all', async (_what, change) => {
    const { folder, path } = await withEntry();
    change(folder);
    const cache = new FolderCache(folder);
    expect(await text(cache, 'a')).toBeUndefined();
    await write(cache, 'b', 'new');
    expect(entriesOf(folder)).toEqual([path.slice(folder.length + 1)]);
  });

  it('goes on after a process was killed between the two steps of making its secret', async () => {
    const { folder } = await withEntry();
    linkSync(join(folder, 'secret'), join(folder, 'draft-of-the-secret'));
    expect(await text(new FolderCache(folder), 'a')).toBe('good');
  });

  it.each([0, 5, 31, 33])('whose secret has %i bytes makes another one', async (bytes) => {
    const { folder } = await withEntry();
    writeFileSync(join(folder, 'secret'), Buffer.alloc(bytes));
    expect(await text(new FolderCache(folder), 'a')).toBeUndefined();
    await write(new FolderCache(folder), 'b', 'new');
    expect(await text(new FolderCache(folder), 'b')).toBe('new');
    expect(entriesOf(folder)).toHaveLength(1);
  });

  it('that cannot be made keeps nothing and says nothing', async () => {
    const file = join(root, 'a-file');
    writeFileSync(file, '');
    const cache = new FolderCache(join(file, 'cache'));
    await write(cache, 'a', 'x');
    expect(await text(cache, 'a')).toBeUndefined();
  });

  it('lets go of what was not used for longest, and of drafts that were left', async () => {
    const folder = newFolder();
    const filler = 'x'.repeat(20_000);
    const keys = Array.from({ length: 10 }, (_, at) => `key ${at}`);
    const cache = new FolderCache(folder);
    for (const key of keys) await write(cache, key, key + filler);
    for (const name of entriesOf(folder)) utimesSync(join(folder, name), 1_000, 1_000);
    // Reading is using.
    expect(await text(cache, 'key 3')).toBe(`key 3${filler}`);
    writeFileSync(join(folder, 'draft-left'), 'x');
    utimesSync(join(folder, 'draft-left'), 1_000, 1_000);
    await write(new FolderCache(folder, { maxBytes: 110_000 }), 'new', `new${filler}`);
    expect(entriesOf(folder)).toHaveLength(4);
    expect(existsSync(join(folder, 'draft-left'))).toBe(false);
    expect(await text(cache, 'key 3')).toBe(`key 3${filler}`);
    expect(await text(cache, 'new')).toBe(`new${filler}`);
  });

  it('takes no entry that would fill it', async () => {
    const folder = newFolder();
    mkdirSync(folder, { mode: 0o700 });
    const cache = new FolderCache(folder, { maxBytes: 1_000 });
    await write(cache, 'a', 'x'.repeat(900));
    expect(entriesOf(folder)).toEqual([]);
  });
});
