import { describe, expect, it } from 'vitest';
import { ALL_BUT_OPTIONAL, type CaseRow, PERMISSION_TOOLS } from '../testing/permission-tools.ts';
import { resolveCase } from '../testing/resolve-case.ts';

describe('phase 4: ceilings, in their order (P-4)', () => {
  const profiles = new Map([['p', ['git', 'read']]]);
  const rows: readonly (CaseRow & { readonly by: string })[] = [
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
    const result = resolveCase({ tools: PERMISSION_TOOLS, ...given });
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
    expect(resolveCase({ tools: PERMISSION_TOOLS, agent }).active).toEqual(active);
  });

  it('lets alwaysInclude pass the toolset and nothing else (E-7)', () => {
    const tools = [{ name: 'skill', alwaysInclude: true }, 'read'];
    expect(resolveCase({ tools, agent: { toolset: ['read'] } }).active).toEqual(['read', 'skill']);
    expect(resolveCase({ tools, policy: { allow: ['read'] } }).active).toEqual(['read']);
  });

  it.each([
    { when: 'absent', policy: {}, active: ALL_BUT_OPTIONAL },
    { when: 'empty', policy: { allow: [] }, active: [] },
    { when: 'unresolved', policy: { allow: ['raed'] }, active: [] },
    { when: 'partly unresolved', policy: { allow: ['wf', 'raed'] }, active: ['wf'] },
    { when: 'an unknown profile', policy: { profile: 'nope' }, active: [] },
  ])('a list that is $when leaves $active (E-6)', ({ policy, active }) => {
    expect(resolveCase({ tools: PERMISSION_TOOLS, policy }).active).toEqual(active);
  });
});

describe('parents (J-6)', () => {
  it('limits a child to what its parent is permitted', () => {
    const agents = new Map([
      ['boss', { policy: { deny: ['exec'] }, parent: 'root' }],
      ['root', { policy: { allow: ['exec', 'git', 'read'] } }],
    ]);
    const result = resolveCase({ tools: PERMISSION_TOOLS, agents, agent: { parent: 'boss' } });
    expect(result.active).toEqual(['git', 'read']);
    expect(result.stoppedBy('exec')).toBe('allow parent');
  });

  it('finds the parent as configurations name things: trimmed and folded', () => {
    const agents = new Map([['Boss', { policy: { deny: ['exec'] }, parent: 'A' }]]);
    const agent = { policy: { deny: ['git'] }, parent: ' bOSS ' };
    const result = resolveCase({ tools: ['exec', 'git', 'read'], agents, agent });
    expect(result.active).toEqual(['read']);
    expect(result.diagnostics).toContain('parent_cycle:A@agents.Boss.parent');
  });

  it('permits nothing under a parent that does not exist', () => {
    const result = resolveCase({ tools: PERMISSION_TOOLS, agent: { parent: 'nobody' } });
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
