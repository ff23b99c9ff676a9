import { describe, expect, it } from 'vitest';
import { type CaseRow, PERMISSION_TOOLS } from '../testing/permission-tools.ts';
import type { PolicyCase } from '../testing/policy-case.ts';
import { resolveCase } from '../testing/resolve-case.ts';

describe('phase 2: scope (P-2, M-6, M-9)', () => {
  const tools = [{ name: 'spotify', sharedOnly: true }, 'read'];
  it.each([
    { scope: undefined, state: 'active' },
    { scope: 'shared', state: 'active' },
    { scope: 'agent', state: 'active' },
    { scope: 'user', state: 'scope_incompatible' },
    { scope: 'user_agent', state: 'scope_incompatible' },
  ] as const)('worker_scope $scope leaves a shared-only tool $state', ({ scope, state }) => {
    const agent = scope === undefined ? {} : { scope };
    const { surface } = resolveCase({ tools, agent });
    expect(surface.stateOf('spotify')).toBe(state);
    expect(surface.stateOf('read')).toBe('active');
  });
});

describe('phase 3: an optional tool (P-3, F-3)', () => {
  const named: readonly CaseRow[] = [
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
      when: 'the layer of the provider names it',
      policy: { byProvider: new Map([['x', { allow: ['wf'] }]]) },
      request: { provider: 'x' },
    },
  ];
  it.each(named)('is there when $when', ({ when: _, ...given }) => {
    expect(resolveCase({ tools: PERMISSION_TOOLS, ...given }).surface.stateOf('wf')).toBe('active');
  });

  const unnamed: readonly CaseRow[] = [
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
    const { surface } = resolveCase({ tools: PERMISSION_TOOLS, ...given });
    expect(surface.stateOf('wf')).toBe('needs_opt_in');
    expect(surface.permitted.has('wf')).toBe(false);
  });

  it('is opted in by an allowed toolkit and active once that is loaded', () => {
    const given: PolicyCase = {
      tools: PERMISSION_TOOLS,
      toolkits: new Map([['k', ['wf']]]),
      agent: { tools: ['read'], toolkits: ['k'] },
    };
    expect(resolveCase(given).surface.stateOf('wf')).toBe('loadable');
    const loaded = resolveCase({ ...given, request: { loadedToolkits: ['k'] } });
    expect(loaded.active).toEqual(['read', 'wf']);
  });
});
