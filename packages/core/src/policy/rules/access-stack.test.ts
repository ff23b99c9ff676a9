import { describe, expect, it } from 'vitest';
import { ALL_BUT_OPTIONAL, PERMISSION_TOOLS } from '../testing/permission-tools.ts';
import { resolveCase } from '../testing/resolve-case.ts';

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
    const result = resolveCase({ tools: PERMISSION_TOOLS, ...given });
    expect([...result.active].sort()).toEqual([...active].sort());
  });

  it('is named an opt-in by the trace, and a ceiling is named a ceiling', () => {
    const stepsOf = (allow: readonly string[]) =>
      resolveCase({ tools: PERMISSION_TOOLS, policy: { allow } })
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

describe('alsoAllow (F-5, L-5)', () => {
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
      when: 'adds to an empty allow list beside it',
      policy: { allow: [], alsoAllow: ['git'] },
      active: ['git'],
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
    const result = resolveCase({ tools: PERMISSION_TOOLS, profiles, ...given });
    expect([...result.active].sort()).toEqual(active);
  });
});

describe('profiles and providers (F-6)', () => {
  it('brings profiles of its own, and the configuration replaces one by name', () => {
    const full = { tools: PERMISSION_TOOLS, policy: { profile: 'Full' } };
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
    expect(
      resolveCase({ tools: PERMISSION_TOOLS, profiles, policy: { profile: 'p' }, agent }).active,
    ).toEqual(['git']);
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
    expect(
      resolveCase({ tools: PERMISSION_TOOLS, policy: { byProvider }, request }).active,
    ).toEqual(active);
  });

  it("takes the profile of the agent's provider layer in place of the global one", () => {
    const profiles = new Map([
      ['p', ['read']],
      ['q', ['git']],
    ]);
    const layerWith = (profile: string) => ({ byProvider: new Map([['x', { profile }]]) });
    const { active } = resolveCase({
      tools: PERMISSION_TOOLS,
      profiles,
      policy: layerWith('p'),
      agent: { policy: layerWith('q') },
      request: { provider: 'x' },
    });
    expect(active).toEqual(['git']);
  });
});

describe('sandboxed sessions (F-6)', () => {
  it.each([
    { when: 'the agent replaces the allow list', own: { allow: ['git'] }, active: ['git'] },
    { when: 'the agent adds to it', own: { alsoAllow: ['git'] }, active: ['git', 'read'] },
    { when: 'the agent only denies', own: { deny: ['git'] }, active: ['exec', 'read'] },
    { when: 'the agent says nothing', own: undefined, active: ['exec', 'read'] },
  ])('$when', ({ own, active }) => {
    const result = resolveCase({
      tools: PERMISSION_TOOLS,
      policy: { sandbox: { allow: ['read'], alsoAllow: ['exec'] } },
      agent: own === undefined ? {} : { policy: { sandbox: own } },
      request: { sandboxed: true },
    });
    expect(result.active).toEqual(active);
  });
});
