import { describe, expect, it } from 'vitest';
import { activeNames, type CaseHost } from '../conformance/forms/case-host.ts';
import { createSeedHost, parseExample } from './seed-host.ts';

/** A session of an agent, spoken to as the documents speak of it. */
function openSession(host: CaseHost, agentId: string, sessionKey = 'thread') {
  const caller = { agentId, sessionKey };
  return {
    tools: async () => activeNames((await host.sessions.beginRequest(caller)).surface),
    call: async (name: string, args?: unknown) =>
      host.call((await host.sessions.beginRequest(caller)).surface, name, args),
    list: () => host.sessions.list(caller),
    load: (name: string) => host.sessions.load(caller, name),
    unload: (name: string) => host.sessions.unload(caller, name),
  };
}

describe('The configuration page of dynamic toolkits, full example (M-1 to M-7)', () => {
  it('assistant starts with file, shell, scheduler (from defaults), and the research toolkit tools', async () => {
    expect(await openSession(createSeedHost(), 'assistant').tools()).toStrictEqual(
      new Set(['file', 'shell', 'scheduler', 'duckduckgo', 'arxiv', 'wikipedia', 'dynamic_tools']),
    );
  });

  it.each(['devops', 'data'])('it can load %s on demand', async (toolkit) => {
    expect((await openSession(createSeedHost(), 'assistant').load(toolkit)).status).toBe('loaded');
  });

  it('and cannot unload research because it is in initial_toolkits', async () => {
    const assistant = openSession(createSeedHost(), 'assistant');
    expect((await assistant.unload('research')).status).toBe('sticky');
    expect(await assistant.tools()).toContain('arxiv');
  });

  it('researcher starts with duckduckgo, arxiv, and scheduler', async () => {
    expect(await openSession(createSeedHost(), 'researcher').tools()).toStrictEqual(
      new Set(['duckduckgo', 'arxiv', 'scheduler', 'dynamic_tools']),
    );
  });

  it('it can load data on demand for analysis work', async () => {
    const researcher = openSession(createSeedHost(), 'researcher');
    expect((await researcher.load('data')).status).toBe('loaded');
    for (const name of ['pandas', 'csv', 'visualization']) {
      expect(await researcher.tools()).toContain(name);
    }
  });

  it('an agent may load at runtime only the toolkits of its allowed_toolkits', async () => {
    expect((await openSession(createSeedHost(), 'researcher').load('devops')).status).toBe(
      'not_allowed',
    );
  });

  it('models, rooms, display_name, role and model are kept and change nothing', async () => {
    const config = parseExample('mindroom/mortise.config.yaml');
    expect(config.metadata).toHaveProperty('models');
    expect(config.agents[0]?.metadata).toMatchObject({
      display_name: 'Assistant',
      rooms: ['lobby'],
    });
  });
});

describe('The guide of dynamic toolkits (M-2 to M-8)', () => {
  const config = parseExample('mindroom/guide.config.yaml');
  const build = () => createSeedHost({ config });

  it('the assistant starts each new session with file, shell, and the research tools already loaded', async () => {
    const host = build();
    for (const sessionKey of ['one', 'two']) {
      expect(await openSession(host, 'assistant', sessionKey).tools()).toStrictEqual(
        new Set(['file', 'shell', 'duckduckgo', 'arxiv', 'wikipedia', 'dynamic_tools']),
      );
    }
  });

  it('adds three tools, without the agent listing them', async () => {
    const { surface } = await build().sessions.beginRequest({
      agentId: 'assistant',
      sessionKey: 's',
    });
    for (const name of ['list_toolkits', 'load_tools', 'unload_tools']) {
      expect(surface.stateOf(name)).toBe('active');
    }
  });

  it('list_toolkits() returns all allowed toolkits with their descriptions, tool names, and current loaded state', async () => {
    const reply = await openSession(build(), 'assistant').call('list_toolkits');
    expect(reply.ok && JSON.parse(reply.value).toolkits).toStrictEqual([
      {
        name: 'devops',
        description: 'Docker, AWS, and GitHub tools for infrastructure work',
        tool_names: ['docker', 'aws_lambda', 'github'],
        loaded: false,
        sticky: false,
      },
      {
        name: 'research',
        description: 'Web search and academic paper tools',
        tool_names: ['duckduckgo', 'arxiv', 'wikipedia'],
        loaded: true,
        sticky: true,
      },
    ]);
  });

  it('a typical conversation', async () => {
    const host = build();
    const caller = { agentId: 'assistant', sessionKey: 'case' };
    const begin = async () => (await host.sessions.beginRequest(caller)).surface;

    // "What papers exist on transformer architectures?" Agent uses arxiv (already loaded).
    expect(await host.call(await begin(), 'arxiv')).toMatchObject({ ok: true });

    // "Now deploy the demo app to AWS." Agent calls list_toolkits(), then load_tools("devops").
    const second = await begin();
    expect(await host.call(second, 'list_toolkits')).toMatchObject({ ok: true });
    const loaded = await host.call(second, 'load_tools', { toolkit: 'devops' });
    expect(loaded.ok && JSON.parse(loaded.value)).toMatchObject({
      status: 'loaded',
      takes_effect: 'next_request',
    });
    // The devops tools are not available in the same response.
    expect(await host.call(second, 'aws_lambda')).toMatchObject({
      ok: false,
      code: 'not_available',
    });

    // "Go ahead." Agent now has docker, aws_lambda, and github available.
    const third = await begin();
    for (const name of ['docker', 'aws_lambda', 'github']) {
      expect(await host.call(third, name)).toMatchObject({ ok: true });
    }

    // Like load_tools, the change takes effect on the next request in the same session.
    await host.call(third, 'unload_tools', { toolkit: 'devops' });
    expect(await host.call(third, 'docker')).toMatchObject({ ok: true });
    expect(await host.call(await begin(), 'docker')).toMatchObject({ ok: false });
  });

  it('if the config changes between requests, toolkits that are no longer valid are dropped', async () => {
    const host = build();
    const assistant = openSession(host, 'assistant');
    await assistant.load('devops');
    host.configure({
      toolkits: { research: { tools: ['arxiv'] } },
      agents: { assistant: { tools: ['file'], allowed_toolkits: ['research'] } },
    });
    expect(await assistant.list()).toMatchObject({
      loaded_toolkits: [],
      dropped_toolkits: [{ name: 'devops', reason: 'unknown' }],
    });
  });

  it('a different config override is a conflict, an identical duplicate keeps the existing definition', async () => {
    const host = build();
    const assistant = openSession(host, 'assistant');
    const reconfigure = (overrides: object) =>
      host.configure({
        toolkits: { devops: { tools: [{ shell: overrides }, 'docker'] } },
        agents: { assistant: { tools: [{ shell: { safe: true } }], allowed_toolkits: ['devops'] } },
      });
    reconfigure({ safe: false });
    expect(await assistant.load('devops')).toMatchObject({ status: 'conflict', tools: ['shell'] });
    reconfigure({ safe: true });
    expect((await assistant.load('devops')).status).toBe('loaded');
    expect(await assistant.tools()).toStrictEqual(new Set(['shell', 'docker', 'dynamic_tools']));
  });

  it('an agent without toolkits has no meta-tools', async () => {
    const host = build();
    host.configure({ agents: { plain: { tools: ['file'] } } });
    expect(await openSession(host, 'plain').tools()).toStrictEqual(new Set(['file']));
  });
});
