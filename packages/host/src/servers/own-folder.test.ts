import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isInside } from '../brokers/files/file-reach.ts';
import { OwnFolders } from './own-folder.ts';
import { beginInstalling, endInstalling } from './package-runners.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-own-'));
const cache = join(root, 'cache');
const state = join(root, 'state');
mkdirSync(state);
afterAll(() => rmSync(root, { recursive: true }));

describe('the folder of a server', () => {
  it('goes with a host that keeps nothing', () => {
    const folders = new OwnFolders();
    const { home } = folders.open('a');
    writeFileSync(join(home, 'data'), '');
    folders[Symbol.dispose]();
    expect(existsSync(dirname(home))).toBe(false);
  });

  it('stays with what the server kept, for the next host of the same state', () => {
    const first = new OwnFolders({ stateDir: state, cache });
    const { home, temporary } = first.open('a');
    const other = first.open('b');
    writeFileSync(join(home, 'data'), '');
    writeFileSync(join(temporary, 'x'), '');
    first[Symbol.dispose]();
    expect([readdirSync(home), existsSync(other.home)]).toEqual([['data'], false]);
    expect(new OwnFolders({ stateDir: state, cache }).open('a').home).toBe(home);
    rmSync(home, { recursive: true });
  });

  it('may be taken away by another host of the same state, in between and at the end', () => {
    const [one, other] = [
      new OwnFolders({ stateDir: state, cache }),
      new OwnFolders({ stateDir: state, cache }),
    ];
    one.open('a');
    other.open('a');
    other[Symbol.dispose]();
    const { home } = one.open('a');
    expect(readdirSync(dirname(home))).toContain('made-for');
    rmSync(dirname(home), { recursive: true });
    expect(() => one[Symbol.dispose]()).not.toThrow();
  });

  it('lies in a place that is hidden from programs, for the host that knows no other', () => {
    const kept = new OwnFolders({ stateDir: state, cache });
    const lost = new OwnFolders();
    for (const folders of [kept, lost]) {
      const { home } = folders.open('a');
      expect(folders.places.filter((place) => isInside(home, place))).toHaveLength(1);
      folders[Symbol.dispose]();
    }
  });

  it('keeps none of the temporary files of a host that was killed', () => {
    const kept = new OwnFolders({ stateDir: state, cache }).open('a');
    mkdirSync(join(kept.home, 'tmp-999999999'));
    const again = new OwnFolders({ stateDir: state, cache });
    again.open('a');
    expect(readdirSync(kept.home)).toEqual([`tmp-${process.pid}`]);
  });
});

describe('the folder of a server whose state is gone (T-11)', () => {
  const DAY = 86_400_000;
  const disk = join(root, 'disk');
  let today = 1_000 * DAY;
  const openOther = () =>
    new OwnFolders({ stateDir: state, cache, now: () => today, keepMs: () => 30 * DAY }).open('a');
  const openOwn = () => {
    mkdirSync(disk, { recursive: true });
    const { home } = new OwnFolders({ stateDir: disk, cache }).open('a');
    writeFileSync(join(home, 'data'), '');
    rmSync(disk, { recursive: true });
    return home;
  };

  it('stays for a while, because its disk may not be mounted, and then goes', () => {
    const home = openOwn();
    openOther();
    expect(existsSync(join(home, 'data'))).toBe(true);
    today += 29 * DAY;
    openOther();
    expect(existsSync(join(home, 'data'))).toBe(true);
    today += 2 * DAY;
    openOther();
    expect(existsSync(home)).toBe(false);
  });

  it('stays anew for a while if the state was back in between', () => {
    const home = openOwn();
    openOther();
    today += 29 * DAY;
    mkdirSync(disk);
    openOther();
    rmSync(disk, { recursive: true });
    today += 2 * DAY;
    openOther();
    expect(existsSync(join(home, 'data'))).toBe(true);
    today += 31 * DAY;
    openOther();
    expect(existsSync(home)).toBe(false);
  });

  it('stays for good where such things are never taken away', () => {
    const home = openOwn();
    openOther();
    today += 9_999 * DAY;
    new OwnFolders({ stateDir: state, cache, now: () => today }).open('a');
    expect(existsSync(join(home, 'data'))).toBe(true);
  });
});

describe('what npx had half installed', () => {
  it('is taken away before the next start, what was whole is not', () => {
    const own = new OwnFolders().open('a');
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
