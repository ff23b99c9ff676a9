import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { OwnFolders } from './own-folder.ts';
import { beginInstalling, endInstalling } from './package-runners.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-own-'));
const cache = join(root, 'cache');
const state = join(root, 'state');
mkdirSync(state);
afterAll(() => rmSync(root, { recursive: true }));

describe('the folder of a server', () => {
  it('goes with a host that keeps nothing', () => {
    const folders = new OwnFolders(undefined);
    const { home } = folders.open('a');
    writeFileSync(join(home, 'data'), '');
    folders[Symbol.dispose]();
    expect(existsSync(dirname(home))).toBe(false);
  });

  it('stays with what the server kept, for the next host of the same state', () => {
    const first = new OwnFolders(state, cache);
    const { home, temporary } = first.open('a');
    const other = first.open('b');
    writeFileSync(join(home, 'data'), '');
    writeFileSync(join(temporary, 'x'), '');
    first[Symbol.dispose]();
    expect([readdirSync(home), existsSync(other.home)]).toEqual([['data'], false]);
    expect(new OwnFolders(state, cache).open('a').home).toBe(home);
    rmSync(home, { recursive: true });
  });

  it('may be taken away by another host of the same state, in between and at the end', () => {
    const [one, other] = [new OwnFolders(state, cache), new OwnFolders(state, cache)];
    one.open('a');
    other.open('a');
    other[Symbol.dispose]();
    const { home } = one.open('a');
    expect(readdirSync(dirname(home))).toContain('made-for');
    rmSync(dirname(home), { recursive: true });
    expect(() => one[Symbol.dispose]()).not.toThrow();
  });

  it('goes when its state is gone, and temporary files with the host that was killed', () => {
    const gone = join(root, 'gone');
    mkdirSync(gone);
    const { home } = new OwnFolders(gone, cache).open('a');
    writeFileSync(join(home, 'data'), '');
    rmSync(gone, { recursive: true });
    const kept = new OwnFolders(state, cache).open('a');
    expect(existsSync(home)).toBe(false);
    mkdirSync(join(kept.home, 'tmp-999999999'));
    const again = new OwnFolders(state, cache);
    again.open('a');
    expect(readdirSync(kept.home)).toEqual([`tmp-${process.pid}`]);
  });
});

describe('what npx had half installed', () => {
  it('is taken away before the next start, what was whole is not', () => {
    const own = new OwnFolders(undefined).open('a');
    const installed = join(own.home, '.npm', '_npx', 'x');
    mkdirSync(installed, { recursive: true });
    beginInstalling(own);
    endInstalling(own);
    beginInstalling(own);
    expect(existsSync(installed)).toBe(true);
    beginInstalling(own);
    expect(existsSync(installed)).toBe(false);
    rmSync(dirname(own.home), { recursive: true });
  });
});
