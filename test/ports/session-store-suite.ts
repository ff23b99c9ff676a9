import type { SessionRecord, SessionStore } from '@mortise/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

function row(agentId: string, sessionKey: string, loaded: readonly string[]): SessionRecord {
  return { agentId, sessionKey, loadedToolkits: loaded, version: 0 };
}

/** What every session store does; run against each implementation. */
export function sessionStoreSuite(openAt: (now: () => number) => SessionStore): void {
  const open = () => openAt(Date.now);

  it('answers version 0 and no toolkits for a session that was never written', async () => {
    await using store = open();
    expect(await store.read('a', 's')).toStrictEqual(row('a', 's', []));
    expect(store.mode).toBe('ready');
  });

  it('gives back what was written, one version further', async () => {
    await using store = open();
    const stored = { ...row('a', 's', ['x', 'y']), version: 1 };
    expect(await store.write(row('a', 's', ['x', 'y']), 0)).toStrictEqual({
      status: 'stored',
      record: stored,
    });
    expect(await store.read('a', 's')).toStrictEqual(stored);
  });

  it('refuses a write against another version and says what is there', async () => {
    await using store = open();
    await store.write(row('a', 's', ['x']), 0);
    const current = { ...row('a', 's', ['x']), version: 1 };
    for (const version of [0, 2, -1, 1.5, Number.NaN]) {
      expect(await store.write(row('a', 's', ['y']), version)).toStrictEqual({
        status: 'stale',
        record: current,
      });
    }
    expect(await store.read('a', 's')).toStrictEqual(current);
  });

  it('lists the sessions of one agent by key, some at a time, whatever their keys are (F-7)', async () => {
    await using store = open();
    const keys = ['b', '', 'a', '@ana/s', '"quoted', 'lone \ud800', 'é', 'z'];
    for (const key of keys) await store.write(row('a', key, [`of ${key}`]), 0);
    await store.write(row('other', 'x', ['y']), 0);
    if (store.list === undefined) throw new Error('The stores of a host list their sessions.');
    const seen: string[] = [];
    for (let after: string | undefined; ; after = seen.at(-1)) {
      const page = await store.list('a', { limit: 3, ...(after === undefined ? {} : { after }) });
      for (const { record, usedAt } of page) {
        expect(record).toMatchObject({ agentId: 'a', loadedToolkits: [`of ${record.sessionKey}`] });
        expect(usedAt).toBeGreaterThan(0);
        seen.push(record.sessionKey);
      }
      if (page.length < 3) break;
    }
    expect(seen.toSorted()).toEqual(keys.toSorted());
  });

  it('keeps agents and sessions apart, whatever their names are', async () => {
    await using store = open();
    const keys = [
      ['a', 'b'],
      ['a', 'B'],
      ['ab', ''],
      ['', 'ab'],
      ['__proto__', 'constructor'],
      ['a","b', 'c'],
      ['a', 'b","c'],
      ["'; DROP TABLE sessions; --", '\u0000'],
      ['a', 'lone \ud800'],
      ['a', 'lone \udbff'],
      ['a', 'lone \ufffd'],
      ['a', JSON.stringify('lone \ud800')],
    ] as const;
    for (const [agentId, sessionKey] of keys) {
      await store.write(row(agentId, sessionKey, [`${agentId}/${sessionKey}`]), 0);
    }
    for (const [agentId, sessionKey] of keys) {
      expect((await store.read(agentId, sessionKey)).loadedToolkits).toStrictEqual([
        `${agentId}/${sessionKey}`,
      ]);
    }
  });

  it('keeps a copy that neither side can change', async () => {
    await using store = open();
    const loaded = ['x'];
    const write = store.write(row('a', 's', loaded), 0);
    loaded.push('y');
    await write;
    const { loadedToolkits } = await store.read('a', 's');
    expect(loadedToolkits).toStrictEqual(['x']);
    expect(() => (loadedToolkits as string[]).push('z')).toThrow(TypeError);
  });

  it('refuses writes once it is closed', async () => {
    const store = open();
    await store[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    expect((await store.write(row('a', 's', ['x']), 0)).status).toBe('refused');
  });

  it('behaves like a map with versions, for any sequence of writes', async () => {
    await using store = open();
    const arbWrite = fc.record({
      key: fc.constantFrom('k1', 'k2'),
      loaded: fc.uniqueArray(fc.string(), { maxLength: 4 }),
      lag: fc.constantFrom(0, 0, 0, 1),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(arbWrite, { maxLength: 12 }), async (writes) => {
        run += 1;
        const agentId = `agent-${run}`;
        const model = new Map<string, { loaded: readonly string[]; version: number }>();
        for (const { key, loaded, lag } of writes) {
          const { version } = model.get(key) ?? { version: 0 };
          const { status } = await store.write(row(agentId, key, loaded), version - lag);
          expect(status).toBe(lag === 0 ? 'stored' : 'stale');
          if (status === 'stored') model.set(key, { loaded, version: version + 1 });
        }
        for (const [key, { loaded, version }] of model) {
          expect(await store.read(agentId, key)).toStrictEqual({
            ...row(agentId, key, loaded),
            version,
          });
        }
      }),
      { numRuns: 30 },
    );
  });

  it('forgets sessions that were not used for long, but none that is read, written or in use', async () => {
    const clock = { now: 1_000_000 };
    await using store = openAt(() => clock.now);
    const never = () => false;
    const keys = ['old', 'read', 'written', 'in use', '"quoted', '\ud800'];
    for (const key of keys) await store.write(row('a', key, ['x']), 0);
    clock.now += 3_600_000;
    await store.read('a', 'read');
    await store.write({ ...row('a', 'written', ['x', 'y']), version: 1 }, 1);
    const rule = { unusedSince: clock.now - 1_000, dryRun: false };
    expect(await store.prune?.({ ...rule, dryRun: true, isInUse: never })).toBe(4);
    const isInUse = (agentId: string, key: string) =>
      agentId === 'a' && (key === 'in use' || key === '"quoted' || key === '\ud800');
    expect(await store.prune?.({ ...rule, isInUse })).toBe(1);
    const left = [];
    for (const key of keys) left.push((await store.read('a', key)).version);
    expect(left).toEqual([0, 1, 2, 1, 1, 1]);
  });

  it('forgets many in steps', async () => {
    const clock = { now: 1_000_000 };
    await using store = openAt(() => clock.now);
    for (let at = 0; at < 603; at += 1) await store.write(row(`a${at % 7}`, `s${at}`, ['x']), 0);
    clock.now += 10;
    const rule = { unusedSince: clock.now, isInUse: () => false, dryRun: false };
    expect(await store.prune?.(rule)).toBe(603);
    expect(await store.prune?.(rule)).toBe(0);
  });
}
