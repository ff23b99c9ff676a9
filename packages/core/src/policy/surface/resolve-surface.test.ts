import { describe, expect, it } from 'vitest';
import type { PolicyCase } from '../testing/policy-case.ts';
import { resolveCase } from '../testing/resolve-case.ts';

const CONTROL_PLANE = ['capability_list', 'list_toolkits', 'load_tools', 'unload_tools'];
const TOOLS: PolicyCase['tools'] = [
  ...CONTROL_PLANE,
  { name: 'always', alwaysInclude: true },
  'docker',
  'file',
  { name: 'git', category: 'Git' },
  'scheduler',
  { name: 'shell', category: 'Shell' },
  { name: 'wiki', plugin: 'research' },
];

describe('phase 5: exposure (P-5, M-1, J-4)', () => {
  it('is everything permitted, in registry order, for an agent that configures none of it', () => {
    const { active, surface } = resolveCase({ tools: TOOLS, request: { hasSession: true } });
    expect(active).toEqual(['always', 'docker', 'file', 'git', 'scheduler', 'shell', 'wiki']);
    expect(surface.sourcesOf(surface.active[1]?.name ?? '')).toEqual(['everything permitted']);
  });

  it.each([
    { what: 'static tools', given: { agent: { tools: [] } } },
    { what: 'defaults', given: { defaults: [] } },
    { what: 'a loadout', given: { agent: { loadout: 'nobody' } } },
    { what: 'toolkits', given: { agent: { toolkits: [] } } },
    { what: 'initial toolkits', given: { agent: { initial: [] } } },
  ])('is only alwaysInclude for an agent whose $what say nothing', ({ given }) => {
    expect(resolveCase({ tools: TOOLS, ...given }).active).toEqual(['always']);
  });

  it('orders static tools, defaults, loadout, toolkits as allowed, alwaysInclude, control plane', () => {
    const { active, surface } = resolveCase({
      tools: TOOLS,
      defaults: ['scheduler', 'shell'],
      loadouts: [{ name: 'g', includedCategories: ['Git'] }],
      toolkits: new Map([
        ['ops', ['docker', 'shell']],
        ['read', ['wiki']],
      ]),
      agent: {
        tools: ['shell', 'file'],
        loadout: 'g',
        toolkits: ['ops', 'read'],
        initial: ['read'],
      },
      request: { loadedToolkits: ['ops'], hasSession: true },
    });
    expect(active).toEqual([
      ...['shell', 'file', 'scheduler', 'git', 'docker', 'wiki', 'always'],
      ...['list_toolkits', 'load_tools', 'unload_tools'],
    ]);
    expect(surface.sourcesOf('shell')).toEqual([
      'agents.a.tools[0].shell',
      'defaults.tools[1].shell',
      'toolkit ops',
    ]);
  });

  it('takes every selector in static tools', () => {
    const agent = { tools: ['research', 'category:git', 'f*'] };
    expect(resolveCase({ tools: TOOLS, agent }).active).toEqual(['wiki', 'git', 'file', 'always']);
  });

  it('keeps initial toolkits without a session and ignores what the agent may not load', () => {
    const { active } = resolveCase({
      tools: TOOLS,
      toolkits: new Map([
        ['ops', ['docker']],
        ['read', ['wiki']],
      ]),
      agent: { tools: [], toolkits: ['read'], initial: ['read', 'ops'] },
      request: { loadedToolkits: ['ops', '__proto__', 'constructor'] },
    });
    expect(active).toEqual(['wiki', 'always']);
  });
});

describe('phase 5b: what is not exposed (P-5b)', () => {
  const given: PolicyCase = {
    tools: TOOLS,
    loadouts: [{ name: 'l', defaultPlugins: ['file'], discoverablePatterns: ['res*', 'docker'] }],
    toolkits: new Map([['ops', ['docker', 'shell']]]),
    agent: { loadout: 'l', toolkits: ['ops'] },
  };
  it.each([
    { tool: 'docker', state: 'loadable' },
    { tool: 'shell', state: 'loadable' },
    { tool: 'wiki', state: 'discoverable' },
    { tool: 'scheduler', state: 'hidden' },
    { tool: 'load_tools', state: 'hidden' },
    { tool: 'file', state: 'active' },
    { tool: 'nobody', state: undefined },
    { tool: 'FILE', state: undefined },
    { tool: 'constructor', state: undefined },
  ])('$tool is $state', ({ tool, state }) => {
    expect(resolveCase(given).surface.stateOf(tool)).toBe(state);
  });

  it('loads a discoverable plugin by its name, like a toolkit (J-5)', () => {
    const request = { loadedToolkits: ['research'], hasSession: true };
    const { surface } = resolveCase({ ...given, request });
    expect(surface.sourcesOf('wiki')).toEqual(['toolkit research']);
  });

  it('prefers a toolkit of the configuration to a plugin of the same name (L-10)', () => {
    const { active } = resolveCase({
      tools: ['docker', 'extra'],
      loadouts: [{ name: 'l', discoverablePatterns: ['*'] }],
      toolkits: new Map([['docker', ['extra']]]),
      agent: { loadout: 'l', toolkits: ['docker'] },
      request: { loadedToolkits: ['docker'] },
    });
    expect(active).toEqual(['extra']);
  });
});

describe('control-plane tools (M-2, J-5)', () => {
  const session = { hasSession: true };
  const kits = new Map([['k', ['docker']]]);
  const planeOf = (given: Partial<PolicyCase>) =>
    resolveCase({ tools: TOOLS, request: session, toolkits: kits, ...given }).active.filter(
      (name) => CONTROL_PLANE.includes(name),
    );
  const DYNAMIC = ['list_toolkits', 'load_tools', 'unload_tools'];
  const lazy = [{ name: 'l', discoverablePatterns: ['*'] }];

  it.each([
    { when: 'the agent has toolkits', given: { agent: { toolkits: ['k'] } }, plane: DYNAMIC },
    {
      when: 'its loadout has discoverables',
      given: { loadouts: lazy, agent: { loadout: 'l' } },
      plane: [...DYNAMIC, 'capability_list'],
    },
    { when: 'there is no session', given: { agent: { toolkits: ['k'] }, request: {} }, plane: [] },
    { when: 'nothing can be loaded', given: {}, plane: [] },
    {
      when: 'they are listed and nothing can be loaded',
      given: { agent: { tools: ['load_tools', '*'] } },
      plane: [],
    },
    {
      when: 'all that could be discovered is denied',
      given: {
        loadouts: lazy,
        agent: {
          loadout: 'l',
          policy: { deny: ['plugin:research', 'd*', 'f*', 'g*', 's*', 'always'] },
        },
      },
      plane: [],
    },
    {
      when: 'a ceiling does not list them',
      given: {
        agent: { toolkits: ['k'], toolset: [], policy: { allow: ['docker'], profile: 'minimal' } },
      },
      plane: DYNAMIC,
    },
    {
      when: 'one is denied by name',
      given: { agent: { toolkits: ['k'], policy: { deny: ['unload_tools'] } } },
      plane: ['list_toolkits', 'load_tools'],
    },
    {
      when: 'everything is denied',
      given: { agent: { toolkits: ['k'] }, policy: { deny: ['*'] } },
      plane: [],
    },
    {
      when: 'the parent is not permitted them',
      given: { agent: { toolkits: ['k'] }, request: { ...session, parentPermitted: ['docker'] } },
      plane: [],
    },
  ])('$when → $plane', ({ given, plane }) => {
    expect(planeOf(given)).toEqual(plane);
  });

  it('have no privilege if an extension registers their names', () => {
    const tools = [{ name: 'load_tools', plugin: 'evil' }, 'docker'];
    const agent = { toolkits: ['k'], policy: { allow: ['docker'] } };
    const { surface } = resolveCase({ tools, toolkits: kits, agent, request: session });
    expect(surface.stateOf('load_tools')).toBe('not_allowed');
  });
});

describe('phase 8: the token budget (P-8)', () => {
  const options = { measureTokens: () => 10 };
  const given: PolicyCase = {
    tools: TOOLS,
    toolkits: new Map([['k', ['docker']]]),
    agent: { tools: ['file', 'shell'], toolkits: ['k'], initial: ['k'] },
    request: { hasSession: true },
  };
  const within = (budget: number) =>
    resolveCase({ ...given, agent: { ...given.agent, budget } }, options);
  const PLANE = ['list_toolkits', 'load_tools', 'unload_tools'];

  it.each([
    { budget: 70, active: ['file', 'shell', 'docker', 'always', ...PLANE] },
    { budget: 69, active: ['file', 'shell', 'always', ...PLANE] },
    { budget: 55, active: ['file', 'always', ...PLANE] },
    { budget: 30, active: PLANE },
    { budget: 0, active: PLANE },
  ])('of $budget leaves $active', ({ budget, active }) => {
    expect(within(budget).active).toEqual(active);
  });

  it('says what it left out, and leaves it permitted', () => {
    const { surface, diagnostics } = within(60);
    expect(surface.stateOf('docker')).toBe('over_budget');
    expect(surface.permitted.has('docker')).toBe(true);
    expect(diagnostics).toEqual(['over_budget:a@agents.a.tool_token_budget']);
  });

  it('measures schemas without a measure of the host', () => {
    const schema = { type: 'object', description: 'x'.repeat(400) };
    const tools = ['a_small', { name: 'b_large', schema }];
    const { active } = resolveCase({ tools, agent: { budget: 60 } });
    expect(active).toEqual(['a_small']);
  });
});
