import { describe, expect, it } from 'vitest';
import type { PolicyCase } from './testing/policy-case.ts';
import { resolveCase } from './testing/resolve-case.ts';

const CONTROL_PLANE = ['capability_list', 'list_toolkits', 'load_tools', 'unload_tools'];
const TOOLS: PolicyCase['tools'] = [
  ...CONTROL_PLANE,
  { name: 'always', isAlwaysIncluded: true },
  'docker',
  'file',
  { name: 'git', category: 'Git' },
  'scheduler',
  { name: 'shell', category: 'Shell' },
  { name: 'wiki', plugin: 'research' },
];

describe('phase 5: exposure (M-1, J-4)', () => {
  it('is everything permitted, in registry order, for an agent that configures none of it', () => {
    const { active, surface } = resolveCase({ tools: TOOLS, request: { hasSession: true } });
    expect(active).toEqual(['always', 'docker', 'file', 'git', 'scheduler', 'shell', 'wiki']);
    expect(surface.active[1]?.sources).toEqual(['everything permitted']);
  });

  it.each([
    { what: 'static tools', given: { agent: { tools: [] } } },
    { what: 'defaults', given: { defaults: [] } },
    { what: 'a loadout', given: { agent: { loadout: 'nobody' } } },
    { what: 'toolkits', given: { agent: { toolkits: [] } } },
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
    expect(surface.find('shell')?.sources).toEqual([
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

describe('phase 5b: what is not exposed', () => {
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
    expect(surface.find('wiki')?.sources).toEqual(['toolkit research']);
  });

  it('prefers a toolkit of the configuration to a plugin of the same name', () => {
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

describe('phase 6: overrides (M-5)', () => {
  const tools = ['file', 'shell'];
  it('merges defaults and agent per key; the agent wins', () => {
    const { surface } = resolveCase({
      tools,
      defaults: [['shell', { a: 1, b: 1 }]],
      agent: { tools: [['shell', { b: 2, c: { d: 3 } }]] },
    });
    expect(surface.find('shell')?.overrides).toEqual({ a: 1, b: 2, c: { d: 3 } });
  });

  it.each([
    {
      when: 'equal overrides',
      statics: [['shell', { a: 1 }]] as const,
      kit: { a: 1 },
      state: 'active',
    },
    {
      when: 'other overrides',
      statics: [['shell', { a: 2 }]] as const,
      kit: { a: 1 },
      state: 'conflict',
    },
    { when: 'plain against overridden', statics: ['shell'], kit: { a: 1 }, state: 'conflict' },
    { when: 'a rival that is not active', statics: [], kit: { a: 1 }, state: 'active' },
  ])('a loaded toolkit with $when leaves its other tools $state', ({ statics, kit, state }) => {
    const { surface, diagnostics } = resolveCase({
      tools,
      toolkits: new Map([['k', ['file', ['shell', kit]]]]),
      agent: { tools: statics, toolkits: ['k'] },
      request: { loadedToolkits: ['k'] },
    });
    expect(surface.stateOf('file')).toBe(state);
    expect(surface.stateOf('shell')).toBe('active');
    expect(diagnostics).toEqual(state === 'conflict' ? ['toolkit_conflict:k@toolkits.k'] : []);
  });

  it('quarantines what was loaded, not what is initial', () => {
    const { surface } = resolveCase({
      tools,
      toolkits: new Map([
        ['x', [['shell', { p: 1 }], 'file']],
        ['y', [['shell', { p: 2 }]]],
      ]),
      agent: { toolkits: ['x', 'y'], initial: ['y'] },
      request: { loadedToolkits: ['x'] },
    });
    expect(surface.find('shell')).toMatchObject({ sources: ['toolkit y'], overrides: { p: 2 } });
    expect(surface.stateOf('file')).toBe('conflict');
  });

  it('lets a tool that the agent may not use start no conflict', () => {
    const { active } = resolveCase({
      tools,
      toolkits: new Map([['k', ['file', ['shell', { a: 1 }]]]]),
      agent: { tools: ['shell'], toolkits: ['k'], policy: { deny: ['shell'] } },
      request: { loadedToolkits: ['k'] },
    });
    expect(active).toEqual(['file']);
  });
});

describe('phase 7: availability', () => {
  it.each([
    { unavailable: ['file'], active: ['docker', 'wiki'] },
    { unavailable: ['FILE', 'research'], active: ['docker'] },
    { unavailable: ['plugin:research'], active: ['docker', 'file'] },
  ])('leaves out $unavailable', ({ unavailable, active }) => {
    const tools = ['docker', 'file', { name: 'wiki', plugin: 'research' }];
    const result = resolveCase({ tools, request: { unavailable } });
    expect(result.active).toEqual(active);
    expect(result.permitted).toEqual(['docker', 'file', 'wiki']);
  });
});

describe('phase 8: the token budget', () => {
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
    expect(diagnostics).toEqual(['over_budget:a@agents.a']);
  });

  it('measures schemas without a measure of the host', () => {
    const schema = { type: 'object', description: 'x'.repeat(400) };
    const tools = ['a_small', { name: 'b_large', schema }];
    const { active } = resolveCase({ tools, agent: { budget: 60 } });
    expect(active).toEqual(['a_small']);
  });
});
