import type { ToolContext, ToolState, ToolSurface } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { listCapabilities } from './capability-listing.ts';
import { type ControlPlanePort, createControlPlaneTools } from './control-plane-tools.ts';
import { agentWorld, entry, toolkit } from './testing/toolkit-world.ts';
import { listToolkits, loadToolkit, unloadToolkit } from './toolkit-operations.ts';

function surfaceOf(states: Record<string, ToolState>): ToolSurface {
  const byName = new Map(Object.entries(states));
  return {
    agentId: 'a',
    epoch: 0,
    policyHash: '',
    active: [],
    prompts: [],
    resources: [],
    resourceTemplates: [],
    resourceAt: () => undefined,
    diagnostics: [],
    permitted: new Set(),
    find: () => undefined,
    overridesOf: () => undefined,
    sourcesOf: () => [],
    stateOf: (name) => byName.get(name),
  };
}

const snapshot = {
  revision: 1,
  skipped: [],
  extensions: [],
  entries: [
    entry('read', { toolset: 'file' }),
    entry('write', { toolset: 'file' }),
    entry('wf', { origin: { kind: 'extension', id: 'workflow' } }),
    entry('wf_admin', { origin: { kind: 'extension', id: 'workflow' } }),
    entry('secret', { origin: { kind: 'extension', id: 'vault' } }),
    entry('mcp__gh__pr', { origin: { kind: 'mcp', server: 'gh' } }),
  ],
};
const surface = surfaceOf({
  read: 'active',
  write: 'hidden',
  wf: 'discoverable',
  wf_admin: 'denied',
  secret: 'needs_opt_in',
  mcp__gh__pr: 'loadable',
});

describe('listCapabilities (J-5)', () => {
  it('shows what is active, loadable and discoverable, and nothing that is denied or hidden (P-16)', () => {
    expect(listCapabilities({ surface, snapshot })).toStrictEqual({
      status: 'ok',
      active: [{ plugin: 'file', kind: 'core', tools: ['read'] }],
      loadable: [{ plugin: 'mcp:gh', kind: 'mcp', tools: ['mcp__gh__pr'] }],
      discoverable: [{ plugin: 'workflow', kind: 'extension', tools: ['wf'] }],
    });
  });

  it('narrows to names that contain the search', () => {
    const found = listCapabilities({ surface, snapshot, search: ' WORK' });
    expect([...found.active, ...found.loadable, ...found.discoverable]).toMatchObject([
      { plugin: 'workflow' },
    ]);
  });

  it('stays short when there are thousands of plugins, and says how many it left out', () => {
    const entries = Array.from({ length: 5_000 }, (_, index) => entry(`t${index}`));
    const many = { ...surface, stateOf: () => 'active' as const };
    const found = listCapabilities({ surface: many, snapshot: { ...snapshot, entries } });
    expect(found.active).toHaveLength(200);
    expect(found.omitted).toBe(4_800);
  });
});

const toolkits = agentWorld({ offered: [toolkit('devops')] });
const callers: unknown[] = [];
const port: ControlPlanePort = {
  list: async () => listToolkits({ toolkits, persisted: [] }),
  load: async (caller, name) => {
    callers.push(caller);
    return loadToolkit({ toolkits, persisted: [] }, name).reply;
  },
  unload: async (_caller, name) => unloadToolkit({ toolkits, persisted: [] }, name).reply,
  capabilities: async (caller, search) =>
    listCapabilities({ surface: caller.surface ?? surfaceOf({}), snapshot, search }),
};

function context(parts: Partial<ToolContext>): ToolContext {
  return {
    sessionId: 's',
    sessionKey: 's',
    platform: 'test',
    workingDir: '/',
    currentTurn: 1,
    messageCount: 1,
    abortSignal: new AbortController().signal,
    emit: () => undefined,
    resultBudgetChars: 1_000,
    ...parts,
  };
}

async function call(name: string, args: unknown, parts: Partial<ToolContext> = {}) {
  const found = createControlPlaneTools(port).find((each) => each.name === name);
  const result = await found?.execute(args, context({ agentId: 'a', ...parts }));
  return result?.ok === true ? JSON.parse(result.value) : result;
}

describe('createControlPlaneTools (M-2, J-5)', () => {
  it('has the names that models know', () => {
    expect(createControlPlaneTools(port).map((each) => each.name)).toStrictEqual([
      'list_toolkits',
      'load_tools',
      'unload_tools',
      'capability_list',
    ]);
  });

  it.each([
    ['list_toolkits', {}, { status: 'ok', toolkits: [{ name: 'devops' }] }],
    ['load_tools', { toolkit: 'devops' }, { status: 'loaded', takes_effect: 'next_request' }],
    ['load_tools', { toolkit: 5 }, { status: 'unknown' }],
    ['load_tools', null, { status: 'unknown' }],
    ['unload_tools', { toolkit: 'devops' }, { status: 'not_loaded' }],
  ])('%s(%j) answers %j', async (name, args, reply) => {
    expect(await call(name, args)).toMatchObject(reply);
  });

  it('lists the capabilities of the request it was called in', async () => {
    expect(await call('capability_list', { search: 'read' }, { surface })).toMatchObject({
      active: [{ plugin: 'file', tools: ['read'] }],
    });
  });

  it('speaks for the caller of the context, whatever the arguments say', async () => {
    callers.length = 0;
    await call('load_tools', { toolkit: 'devops', agentId: 'root', sessionKey: 'other' });
    await call('load_tools', { toolkit: 'devops' }, { sessionKey: '' });
    expect(callers).toStrictEqual([{ agentId: 'a', sessionKey: 's' }, { agentId: 'a' }]);
  });
});
