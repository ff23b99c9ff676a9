import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkedPackages } from './linked-packages.ts';

describe('packages that are linked into what a server may read (S-8)', () => {
  let root = '';
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-linked-')));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function link(from: string, to: string): void {
    mkdirSync(join(root, to), { recursive: true });
    mkdirSync(dirname(join(root, from)), { recursive: true });
    symlinkSync(join(root, to), join(root, from));
  }

  function isReadable(path: string): boolean {
    const installed = [join(root, 'app/node_modules')];
    const places = [...installed, ...linkedPackages(installed)];
    return places.some((place) => join(root, path).startsWith(`${place}/`));
  }

  it('reach every package of a store of pnpm, however many there are', () => {
    const at = (index: number) => `node_modules/.pnpm/p${index}@1/node_modules`;
    link('app/node_modules/p0', `${at(0)}/p0`);
    for (let index = 0; index < 700; index += 1)
      link(`${at(index)}/p${index + 1}`, `${at(index + 1)}/p${index + 1}`);
    expect(isReadable(`${at(700)}/p700/package.json`)).toBe(true);
  });

  it('reach packages of a workspace with what they import, and nothing beside them', () => {
    link('app/node_modules/@own/words', 'packages/words');
    link('packages/words/node_modules/far', 'elsewhere/far');
    mkdirSync(join(root, 'packages/secret'));
    expect(isReadable('packages/words/index.js')).toBe(true);
    expect(isReadable('elsewhere/far/index.js')).toBe(true);
    expect(isReadable('packages/secret/index.js')).toBe(false);
  });
});
