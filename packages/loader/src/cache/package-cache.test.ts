import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CacheStore } from '@mortise/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import type { ExtensionSource } from '../extension-source.ts';
import { type LoadOptions, loadExtension } from '../load-extension.ts';
import { makePackage } from '../testing/tarball.ts';
import { PackageCache } from './package-cache.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-packages-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Counts what is written: a package that was bundled is kept, one that was found is not. */
class CountingStore implements CacheStore {
  readonly entries = new Map<string, Uint8Array>();
  packages = 0;

  async read(key: string): Promise<Uint8Array | undefined> {
    return this.entries.get(key);
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    if (key.startsWith('package ')) this.packages += 1;
    this.entries.set(key, bytes);
  }
}

const FILES = {
  'mortise.json': '{ "id": "kept", "entry": "index.ts" }',
  'package.json': '{ "name": "kept", "dependencies": { "far": "1" } }',
  'index.ts': `import { word } from './word.ts';\nimport { far } from 'far';\nexport default () => [word, far];`,
  'word.ts': `export const word = 'one';`,
  'node_modules/far/package.json': '{ "name": "far", "main": "index.js" }',
  'node_modules/far/index.js': `export const far = 'dep';`,
} as const;

function put(folder: string, files: { readonly [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const store = new CountingStore();
const folder = join(root, 'kept');
put(folder, FILES);

async function load(
  options: LoadOptions = {},
  from: ExtensionSource = { kind: 'folder', path: folder },
) {
  const before = store.packages;
  const loaded = await loadExtension(from, { cache: new PackageCache(store), ...options });
  if (loaded.status === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
  return { loaded, isNew: store.packages > before };
}

describe('a package that was loaded before', () => {
  it('is the same to the byte and needs no bundler', async () => {
    const first = await load();
    const second = await load();
    expect([first.isNew, second.isNew]).toEqual([true, false]);
    expect({ ...second.loaded, bundle: { ...second.loaded.bundle } }).toEqual(first.loaded);
    expect(second.loaded.bundle.map).toBe(first.loaded.bundle.map);
  });

  it('is made anew after an edit of the same length with the time of before', async () => {
    const path = join(folder, 'word.ts');
    const { atime, mtime } = statSync(path);
    writeFileSync(path, FILES['word.ts'].replace('one', 'two'));
    utimesSync(path, atime, mtime);
    const { loaded, isNew } = await load();
    expect(isNew).toBe(true);
    expect(loaded.bundle.source).toContain('two');
    put(folder, FILES);
    expect(await load()).toMatchObject({ isNew: false });
  });

  it('is made anew if what it imports changed elsewhere', async () => {
    put(folder, { 'node_modules/far/index.js': `export const far = 'new';` });
    const { loaded, isNew } = await load();
    expect(isNew).toBe(true);
    expect(loaded.bundle.source).toContain('new');
    put(folder, FILES);
    await load();
  });

  it('is made anew if a file now stands where none was found', async () => {
    const nearer = join(root, 'node_modules', 'far');
    rmSync(join(folder, 'node_modules'), { recursive: true });
    put(nearer, {
      'package.json': '{ "name": "far", "main": "index.js" }',
      'index.js': `export const far = 'above';`,
    });
    expect((await load()).loaded.bundle.source).toContain('above');
    expect(await load()).toMatchObject({ isNew: false });
    put(folder, FILES);
    const { loaded, isNew } = await load();
    expect(isNew).toBe(true);
    expect(loaded.bundle.source).toContain('dep');
  });

  it('is made anew if a file became a link to somewhere else', async () => {
    const linked = join(root, 'linked');
    put(linked, FILES);
    rmSync(join(linked, 'node_modules', 'far'), { recursive: true });
    const stored = 'node_modules/.pnpm/far@1.0.0/node_modules/far';
    put(root, { [`${stored}/package.json`]: '{ "name": "far", "main": "index.js" }' });
    put(root, { [`${stored}/index.js`]: `export const far = 'through';` });
    symlinkSync(join(root, stored), join(linked, 'node_modules', 'far'));
    const from = { kind: 'folder', path: linked } as const;
    expect((await load({}, from)).loaded.bundle.source).toContain('through');
    expect(await load({}, from)).toMatchObject({ isNew: false });
    put(root, { [`${stored}/index.js`]: `export const far = 'changed';` });
    expect((await load({}, from)).loaded.bundle.source).toContain('changed');
  });

  it('is refused once its workspace has no such member any more (S-9)', async () => {
    const top = join(root, 'workspace');
    put(top, { 'pnpm-workspace.yaml': 'packages: ["*"]' });
    put(join(top, 'kept'), FILES);
    rmSync(join(top, 'kept', 'node_modules', 'far'), { recursive: true });
    put(join(top, 'far'), { 'package.json': '{ "name": "far", "main": "index.js" }' });
    put(join(top, 'far'), { 'index.js': `export const far = 'member';` });
    symlinkSync(join(top, 'far'), join(top, 'kept', 'node_modules', 'far'));
    const from = { kind: 'folder', path: join(top, 'kept') } as const;
    expect((await load({}, from)).loaded.bundle.source).toContain('member');
    expect(await load({}, from)).toMatchObject({ isNew: false });
    put(top, { 'pnpm-workspace.yaml': 'packages: ["kept"]' });
    await expect(load({}, from)).rejects.toThrow(/import_outside/);
  });

  it('is refused by a smaller limit than it was made with', async () => {
    const smaller = loadExtension(
      { kind: 'folder', path: folder },
      { cache: new PackageCache(store), maxBytes: 10 },
    );
    expect(await smaller).toMatchObject({ status: 'failed' });
  });

  it('is made anew if what was kept cannot be read', async () => {
    for (const key of store.entries.keys()) store.entries.set(key, new Uint8Array([1, 2]));
    expect(await load()).toMatchObject({ isNew: true });
    expect(await load()).toMatchObject({ isNew: false });
  });
});

describe('an archive that was loaded before', () => {
  it('is known by its bytes, wherever it lies', async () => {
    const { 'index.ts': _index, ...others } = FILES;
    const files = { ...others, 'index.ts': `export default () => 'packed';` };
    const bytes = await makePackage(files);
    const first = await load({}, { kind: 'archive', bytes, name: 'a.tgz' });
    const second = await load({}, { kind: 'archive', bytes, name: 'b.tgz' });
    expect([first.isNew, second.isNew]).toEqual([true, false]);
    expect(second.loaded.integrity).toBe(first.loaded.integrity);
    const other = await makePackage({ ...files, 'index.ts': `export default () => 'other';` });
    expect(await load({}, { kind: 'archive', bytes: other, name: 'a.tgz' })).toMatchObject({
      isNew: true,
    });
  });

  it('is not read any further if the lock file says otherwise', async () => {
    const bytes = await makePackage(FILES);
    const from = { kind: 'archive', bytes, name: 'a.tgz' } as const;
    const options = { cache: new PackageCache(store), expectedIntegrity: 'sha512-other' };
    expect(await loadExtension(from, options)).toMatchObject({
      diagnostics: [{ code: 'integrity_mismatch' }],
    });
  });
});
