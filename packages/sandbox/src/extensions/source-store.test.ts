import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
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
