import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SourceStore } from './source-store.ts';

/** No process has so high a number. */
const GONE = 4_194_305;
const folderOf = (pid: number, days: number) => {
  const path = join(tmpdir(), `mortise-bundles-${pid}-test${days}`);
  mkdirSync(path, { recursive: true });
  const then = new Date(Date.now() - days * 86_400_000);
  utimesSync(path, then, then);
  return path;
};

describe('long bundles of a host that was killed (T-11)', () => {
  const [old, young, alive] = [folderOf(GONE, 3), folderOf(GONE, 0), folderOf(process.pid, 3)];
  afterAll(() => {
    for (const path of [old, young, alive]) rmSync(path, { recursive: true, force: true });
  });

  it('go with the next host that keeps one, unless they are young or their process lives', () => {
    const store = new SourceStore();
    const text = 'x'.repeat(40_000);
    expect(store.get(store.put(text))).toBe(text);
    expect([old, young, alive].map((path) => existsSync(path))).toEqual([false, true, true]);
    store.close();
  });
});

describe('long bundles (S-3)', () => {
  const LONG = 'x'.repeat(40_000);
  const place = mkdtempSync(join(tmpdir(), 'mortise-place-'));
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('are kept in memory where there is no folder for temporary files', () => {
    const store = new SourceStore(join(place, 'none'));
    expect(store.get(store.put(LONG))).toBe(LONG);
    store.delete(store.put(LONG));
    store.close();
  });

  it('are kept in memory where a file cannot be written', () => {
    const store = new SourceStore(place);
    store.put(LONG);
    rmSync(join(place, readdirSync(place).join()), { recursive: true });
    expect(store.get(store.put(`${LONG}y`))).toBe(`${LONG}y`);
    store.close();
  });

  it('are touched twice a day: systems take away temporary files that nobody uses', () => {
    const store = new SourceStore(place);
    const hash = store.put(LONG);
    const folder = join(place, readdirSync(place).join());
    const paths = [folder, join(folder, `${hash}.js`)];
    const old = new Date(2_020, 0);
    const years = () => {
      const seen = paths.map((path) => statSync(path).mtime.getFullYear() > 2_020);
      for (const path of paths) utimesSync(path, old, old);
      return seen;
    };
    years();
    store.touch(13 * 3_600_000);
    expect(years()).toEqual([true, true]);
    store.touch(14 * 3_600_000);
    expect(years()).toEqual([false, false]);
    store.touch(26 * 3_600_000);
    expect(years()).toEqual([true, true]);
    store.close();
  });
});
