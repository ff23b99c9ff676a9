import type { CacheStore } from '@mortise/contracts';
import { expect, it } from 'vitest';

const bytes = (text: string) => new TextEncoder().encode(text);

/** What every store of learned things does; run against each implementation. */
export function cacheStoreSuite(open: () => CacheStore): void {
  it('answers what was written last under a key, to the byte, and nothing under others', async () => {
    const store = open();
    const all = Uint8Array.from({ length: 1_000 }, (_, at) => at % 256);
    await store.write('a', bytes('old'));
    await store.write('a', all);
    await store.write('b', bytes(''));
    expect(Uint8Array.from((await store.read('a')) ?? [])).toEqual(all);
    expect((await store.read('b'))?.length).toBe(0);
    expect(await store.read('c')).toBeUndefined();
  });

  it.each([
    ['a path', '../../escape'],
    ['a long text', 'k'.repeat(100_000)],
    ['nothing', ''],
    ['a name that objects have', '__proto__'],
    ['half a character', '\ud800'],
  ])('takes any key: %s', async (_what, key) => {
    const store = open();
    await store.write(key, bytes('kept'));
    expect(new TextDecoder().decode(await store.read(key))).toBe('kept');
  });

  it('keeps a copy that its giver and its readers cannot change', async () => {
    const store = open();
    const given = bytes('before');
    await store.write('a', given);
    given.fill(0);
    (await store.read('a'))?.fill(0);
    expect(new TextDecoder().decode(await store.read('a'))).toBe('before');
  });
}
