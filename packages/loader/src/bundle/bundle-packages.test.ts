import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEMORY_ROOT } from '../files/package-view.ts';
import { declaring, makeDisk } from '../testing/operator-disk.ts';
import { POLYFILL_PACKAGES, packagesFor, readableFolders } from './bundle-packages.ts';
import type { BundleRequest } from './bundle-request.ts';

const GUEST = join(import.meta.dirname, '..', 'guest');

describe('the packages of a bundle (S-9)', () => {
  it('are those behind our own polyfills, no more and no fewer', () => {
    const imported = globSync('**/*.ts', { cwd: GUEST })
      .filter((file) => !/\.(?:test|d)\.ts$/.test(file))
      .flatMap((file) => [
        ...readFileSync(join(GUEST, file), 'utf8').matchAll(/ from '([^.'][^']*)'/g),
      ])
      .map(([, specifier = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '')
      .filter((name) => !name.includes(':'));
    expect([...new Set(imported)].sort()).toEqual(POLYFILL_PACKAGES);
  });

  it('are readable with the folder of the extension, and nothing around it is', () => {
    const top = makeDisk({
      files: {
        'ext/package.json': declaring(['dep', 'leak']),
        'node_modules/dep/package.json': declaring(['inner']),
        'node_modules/inner/package.json': {},
      },
      links: { 'ext/node_modules/leak': 'private' },
    });
    const root = join(top, 'ext');
    const request: BundleRequest = {
      ...{ id: 'tested', root, entries: [], shape: 'mortise', provided: new Map(), maxBytes: 1 },
      packages: packagesFor({ root }, new Map()).packages,
      foreign: [],
    };
    const folders = readableFolders(request);
    expect(folders.filter((folder) => folder.startsWith(top))).toEqual([
      root,
      join(top, 'node_modules/dep'),
      join(top, 'node_modules/inner'),
    ]);
    expect(folders).toContain(GUEST);
    const inMemory = readableFolders({ ...request, root: MEMORY_ROOT, packages: [] });
    expect(inMemory).toEqual([GUEST]);
  });
});
