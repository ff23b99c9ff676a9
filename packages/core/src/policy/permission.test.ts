import { describe, expect, it } from 'vitest';
import type { PolicyCase } from './testing/policy-case.ts';
import { resolveCase } from './testing/resolve-case.ts';

const TOOLS: PolicyCase['tools'] = [
  'exec',
  'git',
  { name: 'read', aliases: ['cat'] },
  { name: 'wf', plugin: 'workflow', optional: true },
  { name: 'wf_list', plugin: 'workflow' },
  { name: 'notes', plugin: 'notes' },
  { name: 'mcp__gh__pr', server: 'gh' },
];
const ALL_BUT_OPTIONAL = ['exec', 'git', 'read', 'wf_list', 'notes', 'mcp__gh__pr'];

interface Row extends Partial<PolicyCase> {
  readonly when: string;
}

describe('phase 1: deny', () => {
  const rows: readonly (Row & { readonly by: string })[] = [
    { when: 'the global list names it', policy: { deny: ['exec'] }, by: 'deny tools' },
    { when: 'the agent names it', agent: { policy: { deny: ['exec'] } }, by: 'deny agent' },
    {
      when: 'the provider layer names it',
      policy: { byProvider: new Map([['x', { deny: ['exec'] }]]) },
      request: { provider: 'X' },
      by: 'deny tools.byProvider',
    },
    {
      when: "the agent's provider layer names it",
      agent: { policy: { byProvider: new Map([['x/y', { deny: ['exec'] }]]) } },
      request: { provider: 'x', model: 'y' },
      by: 'deny agent.byProvider',
    },
    {
      when: 'the sandbox layer names it',
      policy: { sandbox: { deny: ['exec'] } },
      request: { sandboxed: true },
      by: 'deny sandbox',
    },
    {
      when: 'the request excludes it, in whatever case',
      request: { exclude: ['EXEC'] },
      by: 'deny request',
    },
    {
      when: 'the loadout disables it (J-4)',
      loadouts: [{ name: 'l', defaultPlugins: ['exec'], disabledPlugins: ['Exec'] }],
      agent: { loadout: 'l' },
      by: 'deny loadout l',
    },
    { when: 'a prefix catches it', policy: { deny: ['ex*'] }, by: 'deny tools' },
    { when: 'everything is denied', policy: { deny: ['*'] }, by: 'deny tools' },
  ];
  it.each(rows)('denies when $when', ({ when: _, by, ...given }) => {
    const result = resolveCase({ tools: TOOLS, ...given });
    expect(result.surface.stateOf('exec')).toBe('denied');
    expect(result.stoppedBy('exec')).toBe(by);
    expect(result.permitted).not.toContain('exec');
  });

  it.each([
    { when: 'it is named in every allow list', agent: { policy: { allow: ['wf'], deny: ['wf'] } } },
    { when: 'a static list has it', agent: { tools: ['wf'], policy: { deny: ['workflow'] } } },
    {
      when: 'an initial toolkit brings it',
      agent: { toolkits: ['k'], initial: ['k'], policy: { deny: ['wf'] } },
      toolkits: new Map([['k', ['wf']]]),
    },
  ])('beats everything else: $when', ({ when: _, ...given }) => {
    expect(resolveCase({ tools: TOOLS, ...given }).surface.stateOf('wf')).toBe('denied');
  });

  it('beats alwaysInclude', () => {
    const tools = [{ name: 'card', isAlwaysIncluded: true }];
    expect(resolveCase({ tools, request: { exclude: ['card'] } }).active).toEqual([]);
  });

  it('covers the tools of an extension that is switched off', () => {
    const extensions = new Map([['Workflow', { enabled: false }]]);
    const result = resolveCase({ tools: TOOLS, extensions });
    expect(result.stoppedBy('wf_list')).toBe('deny extensions');
    expect(result.active).toEqual(['exec', 'git', 'read', 'notes', 'mcp__gh__pr']);
  });

  it('keeps what is denied to all sandboxes denied where an agent replaces the allow list', () => {
    const result = resolveCase({
      tools: TOOLS,
      policy: { sandbox: { allow: ['read'], deny: ['exec'] } },
      agent: { policy: { sandbox: { allow: ['exec', 'git'] } } },
      request: { sandboxed: true },
    });
    expect(result.active).toEqual(['git']);
  });
});

describe('phase 2: scope (M-6, M-9)', () => {
  const tools = [{ name: 'spotify', isSharedOnly: true }, 'read'];
  it.each([
    { scope: undefined, state: 'active' },
    { scope: 'shared', state: 'active' },
    { scope: 'user', state: 'scope_incompatible' },
    { scope: 'user_agent', state: 'scope_incompatible' },
  ] as const)('worker_scope $scope leaves a shared-only tool $state', ({ scope, state }) => {
    const agent = scope === undefined ? {} : { scope };
    const { surface } = resolveCase({ tools, agent });
    expect(surface.stateOf('spotify')).toBe(state);
    expect(surface.stateOf('read')).toBe('active');
  });
});

describe('phase 3: an optional tool (F-3)', () => {
  const named: readonly Row[] = [
    { when: 'its name is allowed', policy: { allow: ['wf', 'read'] } },
    { when: 'its extension is allowed by the agent', agent: { policy: { allow: ['workflow'] } } },
    { when: 'plugin:<id> is allowed', policy: { allow: ['plugin:workflow', 'read'] } },
    { when: 'group:plugins is allowed', policy: { alsoAllow: ['group:plugins'] } },
    { when: 'alsoAllow names it', agent: { policy: { alsoAllow: ['WF'] } } },
    {
      when: 'an operator group names it',
      groups: new Map([['g', ['wf']]]),
      policy: { alsoAllow: ['group:g'] },
    },
    { when: 'a static list names it', agent: { tools: ['wf'] } },
    { when: 'the defaults name it', defaults: ['wf'] },
    {
      when: 'the sandbox of a sandboxed session names it',
      policy: { sandbox: { alsoAllow: ['wf'] } },
      request: { sandboxed: true },
    },
    {
      when: 'the layer of the provider names it (F-66)',
      policy: { byProvider: new Map([['x', { allow: ['wf'] }]]) },
      request: { provider: 'x' },
    },
  ];
  it.each(named)('is there when $when', ({ when: _, ...given }) => {
    expect(resolveCase({ tools: TOOLS, ...given }).surface.stateOf('wf')).toBe('active');
  });

  const unnamed: readonly Row[] = [
    { when: 'nobody names it' },
    { when: 'everything is allowed', policy: { allow: ['*'] } },
    { when: 'a prefix covers it', policy: { alsoAllow: ['wf*'] } },
    { when: 'its category is allowed', policy: { alsoAllow: ['category:git'] } },
    {
      when: 'a profile names it',
      profiles: new Map([['p', ['wf', 'read']]]),
      policy: { profile: 'p' },
    },
    {
      when: 'a loadout names it',
      loadouts: [{ name: 'l', defaultPlugins: ['workflow'] }],
      agent: { loadout: 'l' },
    },
    { when: 'a ceiling over plugins names it', agent: { plugins: ['workflow'] } },
    {
      when: 'the sandbox names it and the session is none',
      policy: { sandbox: { alsoAllow: ['wf'] } },
    },
    {
      when: 'the layer of another provider names it',
      policy: { byProvider: new Map([['x', { allow: ['wf'] }]]) },
      request: { provider: 'y' },
    },
    { when: 'a toolkit that is not allowed has it', toolkits: new Map([['k', ['wf']]]) },
  ];
  it.each(unnamed)('needs opt-in when $when', ({ when: _, ...given }) => {
    const { surface } = resolveCase({ tools: TOOLS, ...given });
    expect(surface.stateOf('wf')).toBe('needs_opt_in');
    expect(surface.permitted.has('wf')).toBe(false);
  });

  it('is opted in by an allowed toolkit and active once that is loaded', () => {
    const given: PolicyCase = {
      tools: TOOLS,
      toolkits: new Map([['k', ['wf']]]),
      agent: { tools: ['read'], toolkits: ['k'] },
    };
    expect(resolveCase(given).surface.stateOf('wf')).toBe('loadable');
    const loaded = resolveCase({ ...given, request: { loadedToolkits: ['k'] } });
    expect(loaded.active).toEqual(['read', 'wf']);
  });
});

describe('phase 4: ceilings, in the order of SPEC section 1', () => {
  const profiles = new Map([['p', ['git', 'read']]]);
  const rows: readonly (Row & { readonly by: string })[] = [
    { when: 'profile', profiles, policy: { profile: 'p', allow: ['read'] }, by: 'allow profile' },
    {
      when: 'profile of the provider',
      profiles,
      policy: { allow: ['read'], byProvider: new Map([['x', { profile: 'p' }]]) },
      request: { provider: 'x' },
      by: 'allow byProvider profile',
    },
    {
      when: 'tools',
      policy: { allow: ['read'] },
      agent: { policy: { allow: ['read'] } },
      by: 'allow tools',
    },
    {
      when: 'tools.byProvider',
      policy: { byProvider: new Map([['x', { allow: ['read'] }]]) },
      agent: { policy: { allow: ['read'] } },
      request: { provider: 'x' },
      by: 'allow tools.byProvider',
    },
    { when: 'agent', agent: { policy: { allow: ['read'] }, toolset: ['read'] }, by: 'allow agent' },
    {
      when: 'agent.byProvider',
      agent: { policy: { byProvider: new Map([['x', { allow: ['read'] }]]) } },
      request: { provider: 'x', parentPermitted: ['read'] },
      by: 'allow agent.byProvider',
    },
    {
      when: 'sandbox',
      policy: { sandbox: { allow: ['read'] } },
      request: { sandboxed: true, parentPermitted: ['read'] },
      by: 'allow sandbox',
    },
    {
      when: 'parent',
      agent: { toolset: ['read'] },
      request: { parentPermitted: ['READ'] },
      by: 'allow parent',
    },
    { when: 'toolset', agent: { toolset: ['cat'] }, by: 'allow toolset' },
  ];
  it.each(rows)('$when names itself as the layer that blocks', ({ when: _, by, ...given }) => {
    const result = resolveCase({ tools: TOOLS, ...given });
    expect(result.surface.stateOf('exec')).toBe('not_allowed');
    expect(result.stoppedBy('exec')).toBe(by);
    expect(result.surface.stateOf('read')).toBe('active');
  });

  it.each([
    {
      when: 'toolset: core tools only',
      agent: { toolset: [] },
      active: ['wf_list', 'notes', 'mcp__gh__pr'],
    },
    {
      when: 'plugins: extensions only',
      agent: { plugins: [] },
      active: ['exec', 'git', 'read', 'mcp__gh__pr'],
    },
    {
      when: 'mcp_servers: MCP only',
      agent: { mcpServers: [] },
      active: ['exec', 'git', 'read', 'wf_list', 'notes'],
    },
    { when: 'mcp_servers by bare name', agent: { mcpServers: ['GH'] }, active: ALL_BUT_OPTIONAL },
    {
      when: 'plugins by bare id',
      agent: { plugins: ['notes'] },
      active: ['exec', 'git', 'read', 'notes', 'mcp__gh__pr'],
    },
  ])('$when', ({ agent, active }) => {
    expect(resolveCase({ tools: TOOLS, agent }).active).toEqual(active);
  });

  it('lets alwaysInclude pass the toolset and nothing else (E-7)', () => {
    const tools = [{ name: 'skill', isAlwaysIncluded: true }, 'read'];
    expect(resolveCase({ tools, agent: { toolset: ['read'] } }).active).toEqual(['read', 'skill']);
    expect(resolveCase({ tools, policy: { allow: ['read'] } }).active).toEqual(['read']);
  });

  it.each([
    { when: 'absent', policy: {}, active: ALL_BUT_OPTIONAL },
    { when: 'empty', policy: { allow: [] }, active: [] },
    { when: 'unresolved', policy: { allow: ['raed'] }, active: [] },
    { when: 'partly unresolved', policy: { allow: ['wf', 'raed'] }, active: ['wf'] },
    { when: 'an unknown profile', policy: { profile: 'nope' }, active: [] },
  ])('a list that is $when leaves $active', ({ policy, active }) => {
    expect(resolveCase({ tools: TOOLS, policy }).active).toEqual(active);
  });
});

describe('an allow list that names only extensions (F-5)', () => {
  const OPEN = [...ALL_BUT_OPTIONAL, 'wf'];
  const profiles = new Map([['p', ['read']]]);
  it.each([
    { when: 'closes nothing and opts in', policy: { allow: ['wf'] }, active: OPEN },
    { when: 'closes nothing by group:plugins', policy: { allow: ['group:plugins'] }, active: OPEN },
    {
      when: 'becomes a ceiling with one core name',
      policy: { allow: ['wf', 'read'] },
      active: ['read', 'wf'],
    },
    {
      when: 'becomes a ceiling with a prefix',
      policy: { allow: ['wf', 'wf*'] },
      active: ['wf_list', 'wf'],
    },
    {
      when: 'becomes a ceiling with an MCP tool',
      policy: { allow: ['wf', 'mcp:gh'] },
      active: ['wf', 'mcp__gh__pr'],
    },
    {
      when: 'widens the profile of its scope',
      profiles,
      policy: { profile: 'p', allow: ['wf'] },
      active: ['read', 'wf'],
    },
    {
      when: 'of an agent takes the place of the global one in the profile',
      profiles,
      policy: { profile: 'p', allow: ['notes'] },
      agent: { policy: { allow: ['wf'] } },
      active: ['read', 'wf'],
    },
    {
      when: 'pierces no other layer',
      policy: { allow: ['read'] },
      agent: { policy: { allow: ['wf'] } },
      active: ['read'],
    },
    {
      when: 'of a provider does not widen the profile of the agent',
      profiles,
      policy: { profile: 'p', byProvider: new Map([['x', { allow: ['wf'] }]]) },
      request: { provider: 'x' },
      active: ['read'],
    },
  ])('$when', ({ when: _, active, ...given }) => {
    const result = resolveCase({ tools: TOOLS, ...given });
    expect([...result.active].sort()).toEqual([...active].sort());
  });

  it('is named an opt-in by the trace, and a ceiling is named a ceiling', () => {
    const stepsOf = (allow: readonly string[]) =>
      resolveCase({ tools: TOOLS, policy: { allow } })
        .explain('exec')
        .steps.filter(({ layer }) => layer === 'tools');
    expect(stepsOf(['wf'])).toMatchObject([
      { verdict: 'info', rule: expect.stringContaining('opt-in') },
    ]);
    expect(stepsOf(['read'])).toMatchObject([
      { verdict: 'block', rule: expect.stringContaining('ceiling') },
    ]);
  });
});

describe('alsoAllow (F-5)', () => {
  const profiles = new Map([['p', ['read']]]);
  it.each([
    {
      when: 'widens the profile',
      policy: { profile: 'p', alsoAllow: ['git'] },
      active: ['git', 'read'],
    },
    {
      when: "the agent's replaces the global one there",
      policy: { profile: 'p', alsoAllow: ['git'] },
      agent: { policy: { alsoAllow: ['exec'] } },
      active: ['exec', 'read'],
    },
    {
      when: 'an empty one replaces too',
      policy: { profile: 'p', alsoAllow: ['git'] },
      agent: { policy: { alsoAllow: [] } },
      active: ['read'],
    },
    {
      when: 'adds to the allow list beside it',
      policy: { allow: ['read'], alsoAllow: ['git'] },
      active: ['git', 'read'],
    },
    {
      when: "pierces no other layer's allow list",
      policy: { allow: ['read'] },
      agent: { policy: { alsoAllow: ['git'] } },
      active: ['read'],
    },
    {
      when: 'pierces no deny list',
      policy: { profile: 'p', deny: ['git'] },
      agent: { policy: { alsoAllow: ['git'] } },
      active: ['read'],
    },
    {
      when: 'of a provider widens the profile of the provider',
      policy: { byProvider: new Map([['x', { profile: 'p', alsoAllow: ['git'] }]]) },
      request: { provider: 'x' },
      active: ['git', 'read'],
    },
    {
      when: 'still opts in what the global one names',
      policy: { alsoAllow: ['wf'] },
      agent: { policy: { alsoAllow: [], allow: ['wf', 'read'] } },
      active: ['read', 'wf'],
    },
  ])('$when', ({ when: _, active, ...given }) => {
    const result = resolveCase({ tools: TOOLS, profiles, ...given });
    expect([...result.active].sort()).toEqual(active);
  });
});

describe('profiles and providers (F-6)', () => {
  it('brings profiles of its own, and the configuration replaces one by name', () => {
    const full = { tools: TOOLS, policy: { profile: 'Full' } };
    expect(resolveCase(full).active).toEqual(ALL_BUT_OPTIONAL);
    const profiles = new Map([['FULL', ['read']]]);
    expect(resolveCase({ ...full, profiles }).active).toEqual(['read']);
  });

  it("takes the agent's profile in place of the global one", () => {
    const profiles = new Map([
      ['p', ['read']],
      ['q', ['git']],
    ]);
    const agent = { policy: { profile: 'q' } };
    expect(resolveCase({ tools: TOOLS, profiles, policy: { profile: 'p' }, agent }).active).toEqual(
      ['git'],
    );
  });

  it.each([
    { request: { provider: 'openai', model: 'gpt' }, active: ['git'] },
    { request: { provider: ' OpenAI ', model: 'GPT' }, active: ['git'] },
    { request: { provider: 'openai', model: 'openai/gpt' }, active: ['git'] },
    { request: { model: 'openai/gpt' }, active: ['git'] },
    { request: { provider: 'openai', model: 'other' }, active: ['read'] },
    { request: { model: 'openai/other' }, active: ['read'] },
    { request: { provider: 'openai' }, active: ['read'] },
    { request: { provider: 'router', model: 'openai/gpt' }, active: ALL_BUT_OPTIONAL },
    { request: { model: 'gpt' }, active: ALL_BUT_OPTIONAL },
    { request: { provider: 'constructor', model: '__proto__' }, active: ALL_BUT_OPTIONAL },
  ])('selects the longest key for $request', ({ request, active }) => {
    const byProvider = new Map([
      ['openai', { allow: ['read'] }],
      ['OpenAI/gpt', { allow: ['git'] }],
    ]);
    expect(resolveCase({ tools: TOOLS, policy: { byProvider }, request }).active).toEqual(active);
  });
});

describe('sandboxed sessions (F-6)', () => {
  it.each([
    { when: 'the agent replaces the allow list', own: { allow: ['git'] }, active: ['git'] },
    { when: 'the agent adds to it', own: { alsoAllow: ['git'] }, active: ['git', 'read'] },
    { when: 'the agent only denies', own: { deny: ['git'] }, active: ['read'] },
    { when: 'the agent says nothing', own: undefined, active: ['read'] },
  ])('$when', ({ own, active }) => {
    const result = resolveCase({
      tools: TOOLS,
      policy: { sandbox: { allow: ['read'] } },
      agent: own === undefined ? {} : { policy: { sandbox: own } },
      request: { sandboxed: true },
    });
    expect(result.active).toEqual(active);
  });
});

describe('parents (J-6)', () => {
  it('limits a child to what its parent is permitted', () => {
    const agents = new Map([
      ['boss', { policy: { deny: ['exec'] }, parent: 'root' }],
      ['root', { policy: { allow: ['exec', 'git', 'read'] } }],
    ]);
    const result = resolveCase({ tools: TOOLS, agents, agent: { parent: 'boss' } });
    expect(result.active).toEqual(['git', 'read']);
    expect(result.stoppedBy('exec')).toBe('allow parent');
  });

  it('permits nothing under a parent that does not exist', () => {
    const result = resolveCase({ tools: TOOLS, agent: { parent: 'nobody' } });
    expect(result.active).toEqual([]);
    expect(result.diagnostics).toContain('unknown_agent:nobody@agents.a.parent');
  });

  it('gives agents in a circle what all of them are permitted', () => {
    const agents = new Map([['b', { policy: { deny: ['exec'] }, parent: 'a' }]]);
    const agent = { policy: { deny: ['git'] }, parent: 'b' };
    const result = resolveCase({ tools: ['exec', 'git', 'read'], agents, agent });
    expect(result.active).toEqual(['read']);
    expect(result.diagnostics).toContain('parent_cycle:a@agents.b.parent');
  });
});
