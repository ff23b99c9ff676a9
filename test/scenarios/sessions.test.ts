import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord, SessionStore, SessionWrite, ToolSurface } from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';
import { MemorySessionStore, SqliteSessionStore } from '@mortise/host';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { activeNames, CaseHost, mustParse } from '../conformance/forms/case-host.ts';
import { createSeedHost } from './seed-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-scenarios-'));
const newFile = () => join(folder, `${randomUUID()}.db`);
const openStore = (path: string) =>
  new SqliteSessionStore({ path, now: Date.now, logger: SILENT_LOGGER });

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ASSISTANT = { agentId: 'assistant', sessionKey: 's' };
const RESEARCHER = { agentId: 'researcher', sessionKey: 's' };

async function activeOf(host: CaseHost, caller: typeof ASSISTANT): Promise<ReadonlySet<string>> {
  return activeNames((await host.sessions.beginRequest(caller)).surface);
}

describe('A restart of the host (M-4)', () => {
  it('keeps what was loaded and what was unloaded', async () => {
    const path = newFile();
    await using first = openStore(path);
    const before = createSeedHost({ store: first });
    await before.sessions.load(ASSISTANT, 'devops');
    await before.sessions.load(ASSISTANT, 'data');
    await before.sessions.unload(ASSISTANT, 'data');
    await first[Symbol.asyncDispose]();

    await using second = openStore(path);
    const after = createSeedHost({ store: second });
    expect((await after.sessions.list(ASSISTANT)).loaded_toolkits).toStrictEqual([
      'devops',
      'research',
    ]);
    expect(await activeOf(after, ASSISTANT)).toContain('docker');
    expect(await activeOf(after, ASSISTANT)).not.toContain('pandas');
  });
});

describe('Two hosts on one file (M-4)', () => {
  it('see each other at once and lose nothing, in any order of moves', async () => {
    const moves = fc.array(
      fc.record({
        host: fc.constantFrom(0, 1),
        move: fc.constantFrom('load' as const, 'unload' as const),
        toolkit: fc.constantFrom('devops', 'data', 'research'),
      }),
      { maxLength: 12 },
    );
    const path = newFile();
    await using left = openStore(path);
    await using right = openStore(path);
    const hosts = [createSeedHost({ store: left }), createSeedHost({ store: right })];
    await fc.assert(
      fc.asyncProperty(moves, async (sequence) => {
        const caller = { agentId: 'assistant', sessionKey: randomUUID() };
        const model = new Set(['research']);
        for (const { host, move, toolkit } of sequence) {
          const mover = hosts[host] ?? expect.unreachable();
          const { loaded_toolkits: loaded } = await mover.sessions[move](caller, toolkit);
          if (move === 'load') model.add(toolkit);
          else if (toolkit !== 'research') model.delete(toolkit);
          expect(new Set(loaded)).toStrictEqual(model);
          for (const each of hosts) {
            const { loaded_toolkits: seen } = await each.sessions.list(caller);
            expect(new Set(seen)).toStrictEqual(model);
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});

/** Lets another writer in between the read and the write of a move. */
class InterruptedStore implements SessionStore {
  readonly mode = 'ready';
  readonly #inner = new MemorySessionStore();
  /** Writes of others, one before each write. */
  readonly interruptions: (() => Promise<unknown>)[] = [];

  read(agentId: string, sessionKey: string): Promise<SessionRecord> {
    return this.#inner.read(agentId, sessionKey);
  }

  async write(next: SessionRecord, expectedVersion: number): Promise<SessionWrite> {
    await this.interruptions.shift()?.();
    return this.#inner.write(next, expectedVersion);
  }

  /** A write that nothing interrupts. */
  async overwrite(
    agentId: string,
    sessionKey: string,
    loadedToolkits: readonly string[],
  ): Promise<void> {
    const current = await this.read(agentId, sessionKey);
    await this.#inner.write({ ...current, loadedToolkits }, current.version);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

describe('A load that is slow to decide (M-4, M-5)', () => {
  const config = mustParse({
    toolkits: {
      x: { tools: [{ shell: { p: 1 } }] },
      y: { tools: [{ shell: { p: 2 } }] },
      z: { tools: ['file'] },
    },
    agents: { a: { tools: ['clock'], allowed_toolkits: ['x', 'y', 'z'] } },
  });
  const caller = { agentId: 'a', sessionKey: 's' };
  const build = () => {
    const store = new InterruptedStore();
    return { store, host: createSeedHost({ store, config }) };
  };

  it('does not erase what another writer loaded meanwhile', async () => {
    const { store, host } = build();
    store.interruptions.push(() => host.sessions.load(caller, 'z'));
    expect((await host.sessions.load(caller, 'x')).loaded_toolkits).toStrictEqual(['x', 'z']);
    expect((await host.sessions.list(caller)).loaded_toolkits).toStrictEqual(['x', 'z']);
  });

  it('is decided anew: what conflicts now is refused now', async () => {
    const { store, host } = build();
    store.interruptions.push(() => host.sessions.load(caller, 'y'));
    expect(await host.sessions.load(caller, 'x')).toMatchObject({
      status: 'conflict',
      tools: ['shell'],
      loaded_toolkits: ['y'],
    });
  });

  it('gives up with an error, and changes nothing, if others never stop writing', async () => {
    const { store, host } = build();
    const pester = () => store.overwrite('a', 's', ['z']);
    store.interruptions.push(...Array.from({ length: 1_000 }, () => pester));
    expect(await host.sessions.load(caller, 'x')).toMatchObject({
      status: 'error',
      loaded_toolkits: ['z'],
    });
    expect((await store.read('a', 's')).loadedToolkits).toStrictEqual(['z']);
  });
});

describe('A call in the request that loaded its toolkit (M-3)', () => {
  it('is refused with the reason of the trace, and runs in the next request (P-13)', async () => {
    const host = createSeedHost();
    const { surface } = await host.sessions.beginRequest(ASSISTANT);
    expect((await host.sessions.load(ASSISTANT, 'devops')).status).toBe('loaded');
    const refused = await host.call(surface, 'docker');
    expect(refused).toMatchObject({ ok: false, code: 'not_available' });
    expect(refused.ok === false && refused.error).toContain('loadable');
    const next = (await host.sessions.beginRequest(ASSISTANT)).surface;
    expect(await host.call(next, 'docker')).toMatchObject({ ok: true });
    expect(surface.find('docker')).toBeUndefined();
  });

  it('keeps a tool in the request that unloaded its toolkit', async () => {
    const host = createSeedHost();
    await host.sessions.load(ASSISTANT, 'devops');
    const { surface } = await host.sessions.beginRequest(ASSISTANT);
    await host.sessions.unload(ASSISTANT, 'devops');
    expect(await host.call(surface, 'docker')).toMatchObject({ ok: true });
    const next = (await host.sessions.beginRequest(ASSISTANT)).surface;
    expect(await host.call(next, 'docker')).toMatchObject({ ok: false });
  });

  it('gives an unchanged session the very same surface', async () => {
    const host = createSeedHost();
    const first = (await host.sessions.beginRequest(ASSISTANT)).surface;
    expect((await host.sessions.beginRequest(ASSISTANT)).surface).toBe(first);
    await host.sessions.load(ASSISTANT, 'devops');
    expect((await host.sessions.beginRequest(ASSISTANT)).surface.epoch).toBeGreaterThan(
      first.epoch,
    );
  });
});

describe('Continuing within the turn (M-3)', () => {
  it('is off unless the host asks for it', async () => {
    const host = createSeedHost();
    const request = await host.sessions.beginRequest(ASSISTANT);
    await host.sessions.load(ASSISTANT, 'devops');
    expect(await request.continueTurn()).toBeUndefined();
  });

  it('happens only after something was moved, and at most four times', async () => {
    const host = createSeedHost({ continuations: 99 });
    let request = await host.sessions.beginRequest(ASSISTANT);
    expect(await request.continueTurn()).toBeUndefined();
    const surfaces: ToolSurface[] = [];
    for (let move = 0; move < 10; move += 1) {
      await host.sessions[move % 2 === 0 ? 'load' : 'unload'](ASSISTANT, 'devops');
      const next = await request.continueTurn();
      if (next === undefined) break;
      request = next;
      surfaces.push(request.surface);
    }
    expect(surfaces.map((surface) => surface.find('docker') !== undefined)).toStrictEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('Members of a team (M-8)', () => {
  it('neither see nor erase what another member loaded in the same conversation', async () => {
    const host = createSeedHost();
    await host.sessions.load(ASSISTANT, 'data');
    expect((await host.sessions.list(RESEARCHER)).loaded_toolkits).toStrictEqual([]);
    await host.sessions.load(RESEARCHER, 'data');
    await host.sessions.unload(RESEARCHER, 'data');
    expect((await host.sessions.list(ASSISTANT)).loaded_toolkits).toStrictEqual([
      'research',
      'data',
    ]);
    expect(await activeOf(host, RESEARCHER)).not.toContain('pandas');
  });
});

describe('A damaged session file (M-4)', () => {
  it('refuses loads with a clear message, widens nothing and keeps the agent alive', async () => {
    const path = newFile();
    writeFileSync(path, 'no database '.repeat(1_000));
    await using store = openStore(path);
    const host = createSeedHost({ store });
    const reply = await host.sessions.load(ASSISTANT, 'devops');
    expect(reply).toMatchObject({ status: 'error', loaded_toolkits: ['research'] });
    expect(reply.message).toContain(path);
    expect(await activeOf(host, ASSISTANT)).toStrictEqual(
      await activeOf(createSeedHost(), ASSISTANT),
    );
  });
});

describe('A toolkit whose extension is down (M-4)', () => {
  it('stays loaded, and its tools are back when the extension is', async () => {
    const host = createSeedHost();
    await host.sessions.load(ASSISTANT, 'devops');
    host.release('docker');
    expect((await host.sessions.list(ASSISTANT)).loaded_toolkits).toContain('devops');
    expect(await activeOf(host, ASSISTANT)).toContain('github');
    expect(await activeOf(host, ASSISTANT)).not.toContain('docker');
    host.register({ name: 'docker' });
    expect(await activeOf(host, ASSISTANT)).toContain('docker');
  });
});

describe('A discoverable extension (J-5)', () => {
  const docker = {
    name: 'docker_ps',
    origin: { kind: 'extension', id: 'docker' },
  } as const;
  const caller = { agentId: 'a', sessionKey: 's' };
  const build = () => {
    const host = new CaseHost({
      tools: [{ name: 'think' }, docker, { ...docker, name: 'docker_rm' }],
      withControlPlane: true,
    });
    host.configure({
      tools: { deny: ['docker_rm'] },
      loadouts: [{ name: 'ops', plugins: ['think'], discoverable: ['docker*'] }],
      agents: { a: { loadout: 'ops' } },
    });
    return host;
  };

  it('is listed and loaded like a toolkit, without what is denied', async () => {
    const host = build();
    expect((await host.sessions.list(caller)).toolkits).toMatchObject([
      { name: 'docker', tool_names: ['docker_ps'], loaded: false, sticky: false },
    ]);
    expect(await host.sessions.load(caller, 'docker')).toMatchObject({
      status: 'loaded',
      takes_effect: 'next_request',
    });
    const { surface } = await host.sessions.beginRequest(caller);
    expect(surface.stateOf('docker_ps')).toBe('active');
    expect(surface.stateOf('docker_rm')).toBe('denied');
    expect((await host.sessions.unload(caller, 'docker')).status).toBe('unloaded');
  });

  it('keeps its place in the session while it is down, and says so', async () => {
    const host = build();
    await host.sessions.load(caller, 'docker');
    host.release('docker_ps');
    host.release('docker_rm');
    const down = await host.sessions.beginRequest(caller);
    expect(down.surface.stateOf('docker_ps')).toBeUndefined();
    expect(down.diagnostics).toMatchObject([{ code: 'toolkit_dropped', subject: 'docker' }]);
    expect((await host.sessions.list(caller)).dropped_toolkits).toStrictEqual([
      { name: 'docker', reason: 'unavailable' },
    ]);
    host.register(docker);
    expect((await host.sessions.beginRequest(caller)).surface.stateOf('docker_ps')).toBe('active');
  });

  it.each([
    {
      when: 'a provider',
      tools: { byProvider: { x: { alsoAllow: ['docker'] } } },
      shape: { provider: 'x' },
    },
    {
      when: 'the sandbox',
      tools: { sandbox: { tools: { alsoAllow: ['docker'] } } },
      shape: { sandboxed: true },
    },
  ])('is loaded where only $when opts it in, as the surface says', async ({ tools, shape }) => {
    const host = new CaseHost({ tools: [{ ...docker, optional: true }], withControlPlane: true });
    const loadouts = [{ name: 'ops', discoverable: ['docker*'] }];
    expect(host.configure({ tools, loadouts, agents: { a: { loadout: 'ops' } } })).toEqual([]);
    const { surface } = await host.sessions.beginRequest({ ...caller, ...shape });
    expect(surface.stateOf('docker_ps')).toBe('discoverable');
    const loaded = await host.sessions.load({ ...caller, surface }, 'docker');
    expect(loaded).toMatchObject({ status: 'loaded', loaded_toolkits: ['docker'] });
    const next = await host.sessions.beginRequest({ ...caller, ...shape });
    expect(next.surface.stateOf('docker_ps')).toBe('active');
    const elsewhere = await host.sessions.beginRequest(caller);
    expect(elsewhere.surface.stateOf('docker_ps')).toBe('needs_opt_in');
    expect((await host.sessions.load(caller, 'docker')).status).toBe('unknown');
  });

  it('shows up in capability_list of the request, and never what is denied', async () => {
    const host = build();
    const { surface } = await host.sessions.beginRequest(caller);
    const listed = await host.call(surface, 'capability_list');
    const text = listed.ok ? listed.value : '';
    expect(JSON.parse(text)).toMatchObject({
      active: expect.arrayContaining([{ plugin: 'think', kind: 'core', tools: ['think'] }]),
      discoverable: [{ plugin: 'docker', kind: 'extension', tools: ['docker_ps'] }],
    });
    expect(text).not.toContain('docker_rm');
  });
});

describe('Any sequence of loads and unloads (section 1)', () => {
  const config = {
    tools: { deny: ['t3'] },
    loadouts: [{ name: 'l', plugins: ['t0'], discoverable: ['t*'], disabled: ['t5'] }],
    toolkits: {
      k1: { tools: ['t1', { t2: { p: 1 } }, 't3'] },
      k2: { tools: [{ t2: { p: 2 } }, 't4', 'opt'] },
      k3: { tools: ['t5', 't6'] },
    },
    agents: {
      a: { loadout: 'l', allowed_toolkits: ['k1', 'k2', 'k3'], plugins: ['e'], tools: ['t7'] },
      b: { loadout: 'l', allowed_toolkits: ['k3'], initial_toolkits: ['k3'] },
    },
  };
  const names = ['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't7', 't8', 't9'];
  const arbMoves = fc.array(
    fc.record({
      agentId: fc.constantFrom('a', 'b'),
      move: fc.constantFrom('load' as const, 'unload' as const),
      toolkit: fc.oneof(
        fc.constantFrom('k1', 'k2', 'k3', ...names),
        fc.string(),
        fc.constantFrom('__proto__', 'constructor', 'dynamic_tools', '*'),
      ),
    }),
    { maxLength: 25 },
  );

  it('never changes what is permitted, and never activates anything else', async () => {
    const host = new CaseHost({
      tools: [
        ...names.map((name) => ({ name })),
        { name: 'opt', optional: true, origin: { kind: 'extension', id: 'e' } },
        { name: 'never', optional: true, origin: { kind: 'extension', id: 'e' } },
      ],
      withControlPlane: true,
    });
    expect(host.configure(config)).toStrictEqual([]);
    const permitted = new Map<string, ReadonlySet<string>>();
    for (const agentId of ['a', 'b']) {
      const { surface } = await host.sessions.beginRequest({ agentId, sessionKey: 'fresh' });
      permitted.set(agentId, new Set(surface.permitted));
    }
    await fc.assert(
      fc.asyncProperty(arbMoves, async (moves) => {
        const sessionKey = randomUUID();
        for (const { agentId, move, toolkit } of moves) {
          await host.sessions[move]({ agentId, sessionKey }, toolkit);
          const { surface } = await host.sessions.beginRequest({ agentId, sessionKey });
          expect(new Set(surface.permitted)).toStrictEqual(permitted.get(agentId));
          for (const entry of surface.active) {
            expect(surface.permitted.has(entry.name)).toBe(true);
          }
          expect(surface.find('t3') ?? surface.find('t5') ?? surface.find('never')).toBeUndefined();
        }
      }),
    );
  });
});
