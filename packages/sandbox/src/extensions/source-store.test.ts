import { mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SourceStore } from './source-store.ts';

const LONG = 'ä'.repeat(40_000);
const place = mkdtempSync(join(tmpdir(), 'mortise-place-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Of this process, in that folder: how many files are open, and how long they are. */
function openedIn(folder: string): { count: number; bytes: number } {
  const sizes = readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const path = `/proc/self/fd/${name}`;
      return readlinkSync(path).startsWith(folder) ? [statSync(path).size] : [];
    } catch {
      // That of the listing.
      return [];
    }
  });
  return { count: sizes.length, bytes: sizes.reduce((sum, each) => sum + each, 0) };
}

describe('long bundles (S-3, S-10, T-11)', () => {
  it('have no name on the disk: nothing reaches, removes or is left of them', () => {
    const store = new SourceStore(place);
    const hashes = [LONG, `${LONG}b`, `${LONG}c`].map((text) => store.put(text));
    expect(readdirSync(place)).toEqual([]);
    expect(hashes.map((hash) => store.get(hash))).toEqual([LONG, `${LONG}b`, `${LONG}c`]);
    store.close();
  });

  it('take one descriptor, and give room back', () => {
    const store = new SourceStore(place);
    const kept = store.put(LONG);
    for (let edit = 0; edit < 60; edit += 1) store.delete(store.put(`${edit}`.repeat(600_000)));
    expect(store.get(kept)).toBe(LONG);
    const { count, bytes } = openedIn(place);
    expect(count).toBe(1);
    expect(bytes).toBeLessThan(20_000_000);
    store.close();
    expect(openedIn(place).count).toBe(0);
  });

  it('are gone when they were deleted, or the store was closed', () => {
    const store = new SourceStore(place);
    const [one, other] = [store.put(LONG), store.put(`${LONG}b`)];
    store.delete(one);
    expect(() => store.get(one)).toThrow('not there any more');
    expect(store.get(other)).toBe(`${LONG}b`);
    store.close();
    expect(store.find(other)).toBeUndefined();
  });

  it('are kept in memory where there is no folder for temporary files', () => {
    const store = new SourceStore(join(place, 'none'));
    expect(store.get(store.put(LONG))).toBe(LONG);
    store.delete(store.put(LONG));
    store.close();
  });

  it('are kept in memory where a file cannot be written', () => {
    const store = new SourceStore('/proc');
    expect(store.get(store.put(LONG))).toBe(LONG);
    store.close();
  });
});
