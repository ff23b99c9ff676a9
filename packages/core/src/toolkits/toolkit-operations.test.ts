import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeLoaded } from './sanitize-loaded.ts';
import { agentWorld, tool, toolkit } from './testing/toolkit-world.ts';
import { failedMove, listToolkits, loadToolkit, unloadToolkit } from './toolkit-operations.ts';
import { printReply } from './toolkit-reply.ts';

const toolkits = agentWorld({
  statics: [tool('file', { root: '/' })],
  offered: [
    toolkit('devops', { tools: [tool('docker')] }),
    toolkit('research', { tools: [tool('arxiv')], isInitial: true }),
    toolkit('clash', { tools: [tool('file', { root: '/tmp' }), tool('arxiv', { k: 1 })] }),
    toolkit('home', { tools: [tool('spotify')], sharedOnlyTools: ['spotify'] }),
  ],
  others: ['secret'],
});

describe('loadToolkit (M-7)', () => {
  it.each([
    { asked: 'nope', persisted: [], status: 'unknown', loaded: ['research'] },
    { asked: 'DevOps', persisted: [], status: 'unknown', loaded: ['research'] },
    { asked: 'constructor', persisted: [], status: 'unknown', loaded: ['research'] },
    { asked: 'secret', persisted: [], status: 'not_allowed', loaded: ['research'] },
    { asked: 'home', persisted: undefined, status: 'scope_incompatible', loaded: ['research'] },
    { asked: 'research', persisted: undefined, status: 'already_loaded', loaded: ['research'] },
    { asked: 'clash', persisted: undefined, status: 'error', loaded: ['research'] },
    { asked: 'clash', persisted: [], status: 'conflict', loaded: ['research'] },
    { asked: 'devops', persisted: [], status: 'loaded', loaded: ['devops', 'research'] },
    {
      asked: 'devops',
      persisted: ['devops'],
      status: 'already_loaded',
      loaded: ['devops', 'research'],
    },
  ])('$asked with rows $persisted → $status', ({ asked, persisted, status, loaded }) => {
    const { reply, next } = loadToolkit({ toolkits, persisted }, asked);
    expect(reply).toMatchObject({
      status,
      toolkit: asked,
      loaded_toolkits: loaded,
      tool: 'dynamic_tools',
    });
    expect(next).toStrictEqual(status === 'loaded' ? ['devops'] : undefined);
    const isMove = ['loaded', 'already_loaded'].includes(status);
    expect(reply.takes_effect).toBe(isMove ? 'next_request' : undefined);
  });

  it('suggests the name that was meant, among those the agent may load', () => {
    expect(loadToolkit({ toolkits, persisted: [] }, 'Devops').reply.message).toContain("'devops'");
    expect(loadToolkit({ toolkits, persisted: [] }, 'secre').reply.message).not.toContain('secret');
  });

  it('shows every tool in conflict with both sets of overrides and who holds it (M-5)', () => {
    const { reply } = loadToolkit({ toolkits, persisted: [] }, 'clash');
    expect(reply).toMatchObject({
      tools: ['file', 'arxiv'],
      conflicts: [
        {
          tool: 'file',
          held_by: ['somewhere.file'],
          active_overrides: { root: '/' },
          toolkit_overrides: { root: '/tmp' },
        },
        { tool: 'arxiv', held_by: ['toolkit research'] },
      ],
    });
  });
});

describe('unloadToolkit (M-7)', () => {
  it.each([
    { asked: 'nope', persisted: [], status: 'unknown' },
    { asked: 'secret', persisted: [], status: 'not_allowed' },
    { asked: 'research', persisted: ['research'], status: 'sticky' },
    { asked: 'devops', persisted: [], status: 'not_loaded' },
    { asked: 'devops', persisted: undefined, status: 'not_loaded' },
    { asked: 'devops', persisted: ['devops'], status: 'unloaded' },
  ])('$asked with rows $persisted → $status', ({ asked, persisted, status }) => {
    const { reply, next } = unloadToolkit({ toolkits, persisted }, asked);
    expect(reply).toMatchObject({ status, toolkit: asked, loaded_toolkits: ['research'] });
    expect(next).toStrictEqual(status === 'unloaded' ? [] : undefined);
  });

  it('is an error that changes nothing where the store refuses', () => {
    const reply = failedMove({ toolkits, persisted: ['devops'] }, 'devops', 'disk full');
    expect(reply).toMatchObject({ status: 'error', loaded_toolkits: ['devops', 'research'] });
    expect(reply.message).toContain('disk full');
  });
});

describe('listToolkits (M-7)', () => {
  it('lists in allowed order what may be loaded, without tools that may not be shown', () => {
    const world = agentWorld({
      offered: [
        toolkit('b', { tools: [tool('x'), tool('hidden')], permittedTools: [tool('x')] }),
        toolkit('a', { tools: [], isInitial: true }),
        toolkit('home', { tools: [tool('spotify')], sharedOnlyTools: ['spotify'] }),
      ],
    });
    const reply = listToolkits({ toolkits: world, persisted: ['b', 'stale'] });
    expect(reply).toStrictEqual({
      status: 'ok',
      tool: 'dynamic_tools',
      loaded_toolkits: ['b', 'a'],
      dropped_toolkits: [{ name: 'stale', reason: 'unknown' }],
      toolkits: [
        { name: 'b', description: 'About b', tool_names: ['x'], loaded: true, sticky: false },
        { name: 'a', description: 'About a', tool_names: [], loaded: true, sticky: true },
      ],
    });
  });

  it('stays short when a loadout makes thousands of plugins discoverable', () => {
    const plugins = Array.from({ length: 5_000 }, (_, index) =>
      toolkit(`p${index}`, { kind: 'discoverable' }),
    );
    const world = agentWorld({ offered: [toolkit('mine'), ...plugins] });
    const reply = listToolkits({ toolkits: world, persisted: ['p4999'] });
    expect(reply.toolkits).toHaveLength(102);
    expect(reply.toolkits.at(-1)).toMatchObject({ name: 'p4999', loaded: true });
    expect(reply.omitted_toolkits).toBe(4_899);
  });

  it('prints keys in order at every level', () => {
    const world = agentWorld({ offered: [toolkit('b')] });
    expect(printReply(listToolkits({ toolkits: world, persisted: [] }))).toBe(
      '{"loaded_toolkits":[],"status":"ok","tool":"dynamic_tools","toolkits":[{"description":"About b","loaded":false,"name":"b","sticky":false,"tool_names":[]}]}',
    );
  });
});

describe('sanitizeLoaded (M-4)', () => {
  it('drops what is not valid, says why, and keeps what is only away', () => {
    const world = agentWorld({
      statics: [tool('file', { root: '/' })],
      offered: [...toolkits.offered, toolkit('docker', { kind: 'discoverable' })],
      others: ['secret'],
      awaited: ['kube'],
    });
    const rows = ['docker', 'home', 'clash', 'secret', 'stale', 'kube', 'devops', 'devops'];
    const state = sanitizeLoaded(world, rows);
    expect(state.loaded).toStrictEqual(['devops', 'research', 'docker']);
    expect(state.kept).toStrictEqual(['docker', 'kube', 'devops']);
    expect(Object.fromEntries(state.dropped.map((each) => [each.name, each.reason]))).toStrictEqual(
      {
        home: 'scope_incompatible',
        clash: 'conflict',
        secret: 'not_allowed',
        stale: 'unknown',
        kube: 'unavailable',
      },
    );
  });

  it('prefers an initial toolkit over one that the model loaded, whatever their order', () => {
    const world = agentWorld({
      offered: [
        toolkit('mine', { tools: [tool('t', { p: 1 })] }),
        toolkit('yours', { tools: [tool('t', { p: 2 })], isInitial: true }),
      ],
    });
    expect(sanitizeLoaded(world, ['mine']).loaded).toStrictEqual(['yours']);
  });
});

const arbOffered = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('k1', 'k2', 'k3', 'k4'),
    isInitial: fc.boolean(),
    isShared: fc.boolean(),
    tools: fc.array(
      fc.record({ name: fc.constantFrom('t1', 't2', 't3'), p: fc.constantFrom(1, 1, 2) }),
      { maxLength: 3 },
    ),
  }),
  { selector: (each) => each.name },
);
const arbMoves = fc.array(
  fc.record({
    move: fc.constantFrom('load', 'unload'),
    name: fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k9'),
  }),
  { maxLength: 20 },
);

describe('Any sequence of loads and unloads (M-4, M-5, M-7)', () => {
  it('keeps initial toolkits, never holds a tool with two sets of overrides, and says what it does', () => {
    fc.assert(
      fc.property(arbOffered, arbMoves, fc.array(fc.string()), (offered, moves, junk) => {
        const world = agentWorld({
          offered: offered.map(({ name, isInitial, isShared, tools }) =>
            toolkit(name, {
              isInitial,
              sharedOnlyTools: isShared ? ['t1'] : [],
              tools: [
                ...new Map(
                  tools.map((each) => [each.name, tool(each.name, { p: each.p })]),
                ).values(),
              ],
            }),
          ),
        });
        const sticky = sanitizeLoaded(world, []).loaded;
        let persisted: readonly string[] = junk;
        for (const { move, name } of moves) {
          const decide = move === 'load' ? loadToolkit : unloadToolkit;
          const { reply, next } = decide({ toolkits: world, persisted }, name);
          persisted = next ?? persisted;
          const after = sanitizeLoaded(world, persisted);
          expect(reply.loaded_toolkits).toStrictEqual(after.loaded);
          for (const each of sticky) expect(after.loaded).toContain(each);
          expect(next !== undefined).toBe(reply.status === 'loaded' || reply.status === 'unloaded');
          const used = after.loaded.flatMap((each) => world.find(each)?.tools ?? []);
          const seen = new Map<string, unknown>();
          for (const each of used) {
            expect(seen.get(each.name) ?? each.overrides).toStrictEqual(each.overrides);
            seen.set(each.name, each.overrides);
          }
          expect(after.loaded.some((each) => world.find(each)?.sharedOnlyTools.length)).toBe(false);
        }
      }),
    );
  });

  it('undoes a load with an unload', () => {
    fc.assert(
      fc.property(arbOffered, fc.subarray(['k1', 'k2', 'k3', 'k4']), (offered, rows) => {
        const world = agentWorld({ offered: offered.map(({ name }) => toolkit(name)) });
        const before = sanitizeLoaded(world, rows).loaded;
        const loaded = loadToolkit({ toolkits: world, persisted: rows }, 'k2');
        if (loaded.next === undefined) return;
        const undone = unloadToolkit({ toolkits: world, persisted: loaded.next }, 'k2');
        expect(undone.reply.loaded_toolkits).toStrictEqual(before);
      }),
    );
  });
});
