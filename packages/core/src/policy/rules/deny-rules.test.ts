import { describe, expect, it } from 'vitest';
import { type CaseRow, PERMISSION_TOOLS } from '../testing/permission-tools.ts';
import { resolveCase } from '../testing/resolve-case.ts';

describe('phase 1: deny (P-1)', () => {
  const rows: readonly (CaseRow & { readonly by: string })[] = [
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
    const result = resolveCase({ tools: PERMISSION_TOOLS, ...given });
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
    expect(resolveCase({ tools: PERMISSION_TOOLS, ...given }).surface.stateOf('wf')).toBe('denied');
  });

  it('beats alwaysInclude', () => {
    const tools = [{ name: 'card', alwaysInclude: true }];
    expect(resolveCase({ tools, request: { exclude: ['card'] } }).active).toEqual([]);
  });

  it('covers the tools of an extension that is switched off', () => {
    const extensions = new Map([['Workflow', { enabled: false }]]);
    const result = resolveCase({ tools: PERMISSION_TOOLS, extensions });
    expect(result.stoppedBy('wf_list')).toBe('deny extensions');
    expect(result.active).toEqual(['exec', 'git', 'read', 'notes', 'mcp__gh__pr']);
  });

  it('keeps what is denied to all sandboxes denied where an agent replaces the allow list', () => {
    const result = resolveCase({
      tools: PERMISSION_TOOLS,
      policy: { sandbox: { allow: ['read'], deny: ['exec'] } },
      agent: { policy: { sandbox: { allow: ['exec', 'git'] } } },
      request: { sandboxed: true },
    });
    expect(result.active).toEqual(['git']);
  });
});
