import type { SessionStore, SurfaceRequest, ToolSurface } from '@mortise/contracts';
import { type AgentToolkits, SILENT_LOGGER } from '@mortise/core';
import { describe, expect, it } from 'vitest';
import { MemorySessionStore } from './memory-session-store.ts';
import { SessionService } from './session-service.ts';

function toolkitsOf(agentId: string): AgentToolkits {
  const offered = ['devops', 'data'].map((name, position) => ({
    name,
    position,
    description: '',
    kind: 'configured' as const,
    tools: [],
    permittedTools: [],
    sharedOnlyTools: [],
    isInitial: false,
  }));
  return {
    agentId,
    workerScope: 'shared',
    offered,
    initial: [],
    held: new Map(),
    find: (name) => offered.find((each) => each.name === name),
    isKnown: (name) => offered.some((each) => each.name === name),
    isAwaited: () => false,
  };
}

function surfaceOf({ agentId }: SurfaceRequest, epoch: number): ToolSurface {
  return {
    agentId,
    epoch,
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
    stateOf: () => undefined,
  };
}

function build(store: SessionStore = new MemorySessionStore()) {
  const requests: SurfaceRequest[] = [];
  const service = new SessionService({
    store,
    logger: SILENT_LOGGER,
    surfaces: {
      toolkitsOf,
      resolve: (request, epoch) => {
        requests.push(request);
        return surfaceOf(request, epoch);
      },
      snapshot: () => ({ revision: 1, entries: [], skipped: [], extensions: [] }),
    },
  });
  return { service, requests };
}

const caller = { agentId: 'a', sessionKey: 's' };

describe('SessionService (M-3, M-4)', () => {
  it('asks for a surface with what the session loaded, at the version of its state', async () => {
    const { service, requests } = build();
    await service.load(caller, 'data');
    await service.load(caller, 'devops');
    const { surface } = await service.beginRequest({ ...caller, provider: 'p', exclude: ['x'] });
    expect(surface.epoch).toBe(2);
    expect(requests).toStrictEqual([
      {
        agentId: 'a',
        provider: 'p',
        exclude: ['x'],
        loadedToolkits: ['devops', 'data'],
        hasSession: true,
      },
    ]);
  });

  it('keeps nothing and loads nothing without a session', async () => {
    const { service, requests } = build();
    expect(await service.load({ agentId: 'a' }, 'data')).toMatchObject({ status: 'error' });
    expect(await service.unload({ agentId: 'a' }, 'data')).toMatchObject({ status: 'not_loaded' });
    await service.beginRequest({ agentId: 'a' });
    expect(requests).toMatchObject([{ hasSession: false, loadedToolkits: [] }]);
  });

  it('reports toolkits that are not valid any more and forgets them at the next write', async () => {
    const store = new MemorySessionStore();
    await store.write({ ...caller, loadedToolkits: ['gone', 'data'], version: 0 }, 0);
    const { service } = build(store);
    expect((await service.beginRequest(caller)).diagnostics).toMatchObject([
      { code: 'toolkit_dropped', subject: 'gone', severity: 'warning' },
    ]);
    expect((await store.read('a', 's')).loadedToolkits).toContain('gone');
    await service.load(caller, 'devops');
    expect((await store.read('a', 's')).loadedToolkits).toStrictEqual(['data', 'devops']);
  });

  it('writes nothing for a move that changes nothing', async () => {
    const store = new MemorySessionStore();
    const { service } = build(store);
    await service.load(caller, 'data');
    for (const name of ['data', 'nope']) await service.load(caller, name);
    for (const name of ['devops', 'nope']) await service.unload(caller, name);
    expect((await store.read('a', 's')).version).toBe(1);
  });

  it('is an error with the reason of the store where that refuses, and nothing is loaded', async () => {
    const { service } = build({
      mode: 'safe',
      read: async (agentId, sessionKey) => ({
        agentId,
        sessionKey,
        loadedToolkits: [],
        version: 0,
      }),
      write: async () => ({ status: 'refused', reason: 'the file is damaged' }),
      [Symbol.asyncDispose]: async () => undefined,
    });
    const reply = await service.load(caller, 'data');
    expect(reply).toMatchObject({ status: 'error', loaded_toolkits: [] });
    expect(reply.message).toContain('the file is damaged');
  });

  it('lists the capabilities of the surface it is given', async () => {
    const { service, requests } = build();
    const surface = surfaceOf({ agentId: 'a', loadedToolkits: [], hasSession: true }, 7);
    expect((await service.capabilities({ ...caller, surface })).active).toStrictEqual([]);
    expect(requests).toHaveLength(0);
  });
});
