import type { ExtensionStorage } from '@mortise/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

/** What every storage of extensions does; run against each implementation. */
export function extensionStorageSuite(open: (now: () => number) => ExtensionStorage): void {
  const openAt = (start = 0) => {
    const clock = { now: start };
    return { clock, storage: open(() => clock.now) };
  };
  const entry = (key: string, value: string, namespace = 'n') => ({
    ...{ namespace, key, value },
    quotaBytes: 1_000_000,
  });
  const all = { namespace: 'n', prefix: '', limit: 100 };

  it('has nothing that was never set', async () => {
    const { storage } = openAt();
    expect(await storage.get('n', '__proto__')).toBeUndefined();
    expect(await storage.delete('n', 'constructor')).toBe(false);
    expect(await storage.list(all)).toEqual([]);
  });

  it('keeps namespaces and keys apart, whatever their names are', async () => {
    const { storage } = openAt();
    const pairs = [
      ['n', 'k'],
      ['n', 'K'],
      ['nk', ''],
      ['', 'nk'],
      ['n","k', 'x'],
      ["'; DROP TABLE entries; --", 'a\0b'],
      ['n', 'a\0b'],
      ['n', 'a\0c'],
      ['n', '%'],
      ['n', '\u{1f600}'],
    ] as const;
    for (const [namespace, key] of pairs) {
      await storage.set(entry(key, JSON.stringify(`${namespace}/${key}`), namespace));
    }
    for (const [namespace, key] of pairs) {
      expect(await storage.get(namespace, key)).toBe(JSON.stringify(`${namespace}/${key}`));
    }
  });

  it('writes only over what is expected, if something is', async () => {
    const { storage, clock } = openAt();
    const write = (value: string, expected: string | null) =>
      storage.set({ ...entry('k', value), expected });
    expect(await write('1', '{"a":1}')).toBe('changed');
    expect(await write('{"b":2,"a":1}', null)).toBe('stored');
    expect(await write('2', null)).toBe('changed');
    expect(await storage.get('n', 'k')).toBe('{"b":2,"a":1}');
    expect(await write('3', '{"a":1,"b":2}')).toBe('stored');
    await storage.set({ ...entry('t', '1'), ttlMs: 10 });
    clock.now = 20;
    expect(await storage.set({ ...entry('t', '2'), expected: null })).toBe('stored');
  });

  it('lets one of many writers at a time go on, however they race', async () => {
    const { storage } = openAt();
    const add = async (): Promise<void> => {
      const before = await storage.get('n', 'sum');
      const value = String(Number(before ?? 0) + 1);
      const result = await storage.set({ ...entry('sum', value), expected: before ?? null });
      if (result === 'changed') await add();
    };
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await storage.get('n', 'sum')).toBe('20');
  });

  it('lists by prefix in the order of bytes, in pages', async () => {
    const { storage } = openAt();
    for (const key of ['p/b', 'q', 'p/a', 'p', '\u{1f600}', '\uffee', '%', 'p_']) {
      await storage.set(entry(key, '1'));
    }
    expect(await storage.list(all)).toEqual([
      ...['%', 'p', 'p/a', 'p/b', 'p_', 'q', '\uffee', '\u{1f600}'],
    ]);
    expect(await storage.list({ ...all, prefix: 'p/' })).toEqual(['p/a', 'p/b']);
    expect(await storage.list({ ...all, prefix: 'p', after: 'p', limit: 2 })).toEqual([
      ...['p/a', 'p/b'],
    ]);
    expect(await storage.list({ ...all, after: 'zzz', prefix: 'p' })).toEqual([]);
  });

  it('counts the bytes of keys and values, and changes nothing beyond the quota', async () => {
    const { storage } = openAt();
    const set = (key: string, value: string) =>
      storage.set({ namespace: 'n', key, value, quotaBytes: 10 });
    expect(await set('ä', '12345678')).toBe('stored');
    expect(await set('ä', '123456789')).toBe('over_quota');
    expect(await set('b', '')).toBe('over_quota');
    expect(await storage.get('n', 'ä')).toBe('12345678');
    expect(await storage.set({ ...entry('b', '12345678', 'other'), quotaBytes: 10 })).toBe(
      'stored',
    );
    expect(await set('ä', '1')).toBe('stored');
    expect(await set('b', '123456')).toBe('stored');
    expect(await storage.delete('n', 'b')).toBe(true);
    expect(await set('c', '123456')).toBe('stored');
  });

  it('lets only one of two fit that are written at once', async () => {
    const { storage } = openAt();
    const writes = ['a', 'b'].map((key) =>
      storage.set({ namespace: 'n', key, value: '123456', quotaBytes: 10 }),
    );
    expect((await Promise.all(writes)).toSorted()).toEqual(['over_quota', 'stored']);
  });

  it('forgets a value when its time is over, and gives its room back', async () => {
    const { storage, clock } = openAt(1_000);
    const set = (key: string, ttlMs?: number) =>
      storage.set({
        ...{ namespace: 'n', key, value: '12345', quotaBytes: 10 },
        ...(ttlMs === undefined ? {} : { ttlMs }),
      });
    await set('a', 500);
    clock.now = 1_499;
    expect(await storage.get('n', 'a')).toBe('12345');
    expect(await set('b')).toBe('over_quota');
    clock.now = 1_500;
    expect(await storage.get('n', 'a')).toBeUndefined();
    expect(await storage.delete('n', 'a')).toBe(false);
    expect(await storage.list(all)).toEqual([]);
    expect(await set('b')).toBe('stored');
    await set('b', 1);
    await set('b');
    clock.now = 9_000;
    expect(await storage.get('n', 'b')).toBe('12345');
  });

  it('behaves like a map, for any sequence of steps', async () => {
    const { storage } = openAt();
    const arbStep = fc.record({
      operation: fc.constantFrom('set', 'set', 'get', 'delete'),
      key: fc.constantFrom('a', 'b', 'ab'),
      value: fc.json(),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(arbStep, { maxLength: 20 }), async (steps) => {
        run += 1;
        const namespace = `run-${run}`;
        const model = new Map<string, string>();
        for (const { operation, key, value } of steps) {
          if (operation === 'set') {
            expect(await storage.set(entry(key, value, namespace))).toBe('stored');
            model.set(key, value);
          }
          if (operation === 'get') expect(await storage.get(namespace, key)).toBe(model.get(key));
          if (operation === 'delete') {
            expect(await storage.delete(namespace, key)).toBe(model.delete(key));
          }
        }
        expect(await storage.list({ ...all, namespace })).toEqual([...model.keys()].sort());
      }),
      { numRuns: 30 },
    );
  });
}
