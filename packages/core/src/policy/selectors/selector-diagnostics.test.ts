import { describe, expect, it } from 'vitest';
import { resolveCase } from '../testing/resolve-case.ts';

const TOOLS = [
  'browser',
  'read',
  { name: 'notes', plugin: 'notes' },
  { name: 'gone', plugin: 'p' },
];

describe('a selector that matches nothing (L-3)', () => {
  it.each([
    { list: 'allow', policy: { allow: ['read', 'browsre'] } },
    { list: 'alsoAllow', policy: { alsoAllow: ['read', 'browsre'] } },
    { list: 'deny', policy: { deny: ['read', 'browsre'] } },
  ])('is reported in $list with its place and its layer', ({ list, policy }) => {
    const { surface } = resolveCase({ tools: TOOLS, agent: { policy } });
    expect(surface.diagnostics).toMatchObject([
      {
        code: 'unmatched_selector',
        severity: 'warning',
        subject: 'browsre',
        path: `agents.a.tools.${list}[1]`,
        layer: 'agent',
        hint: expect.stringContaining('"browser"'),
      },
    ]);
  });

  it('is an error in strict mode', () => {
    const policy = { deny: ['nobody'] };
    const { surface } = resolveCase({ tools: TOOLS, policy, strict: true });
    expect(surface.diagnostics).toMatchObject([{ severity: 'error', layer: 'tools' }]);
  });

  it.each([
    { text: 'group:mcp', why: 'a built-in group' },
    { text: 'plugin:down', why: 'an extension that is not loaded' },
  ])('is only worth a note if it is $why', ({ text }) => {
    const { surface } = resolveCase({
      tools: TOOLS,
      policy: { deny: [text] },
      extensions: new Map([['down', { enabled: true }]]),
      strict: true,
    });
    expect(surface.diagnostics).toMatchObject([{ code: 'unmatched_selector', severity: 'info' }]);
  });

  it.each([
    { text: 'group:plugin', near: 'group:plugins' },
    { text: 'plugin:nots', near: 'plugin:notes' },
    { text: 'fs', near: 'toolset:fs' },
  ])('"$text" gets the suggestion "$near"', ({ text, near }) => {
    const tools = [...TOOLS, { name: 'write', toolset: 'fs' }];
    const { surface } = resolveCase({ tools, policy: { deny: [text] } });
    expect(surface.diagnostics[0]?.hint).toContain(`"${near}"`);
  });

  it('is reported for static tools, defaults, toolkits, groups, profiles and origin lists', () => {
    const { diagnostics } = resolveCase({
      tools: TOOLS,
      groups: new Map([['mine', ['no1']]]),
      profiles: new Map([['own', ['no2', 'group:mine', '*']]]),
      policy: { profile: 'own' },
      defaults: ['no3'],
      toolkits: new Map([['k', ['no4']]]),
      agent: {
        tools: ['no5'],
        toolkits: ['k', 'nokit'],
        toolset: ['no6'],
        plugins: ['no7'],
        mcpServers: ['no8'],
      },
    });
    expect(diagnostics).toEqual([
      'unmatched_selector:no1@groups.mine[0]',
      'unmatched_selector:no2@profiles.own[0]',
      'unmatched_selector:group:mine@profiles.own[1]',
      'unmatched_selector:no6@agents.a.toolset[0]',
      'unmatched_selector:no7@agents.a.plugins[0]',
      'unmatched_selector:no8@agents.a.mcp_servers[0]',
      'unmatched_selector:no5@agents.a.tools[0].no5',
      'unmatched_selector:no3@defaults.tools[0].no3',
      'unmatched_selector:no4@toolkits.k.tools[0].no4',
      'unknown_toolkit:nokit@agents.a.allowed_toolkits[1]',
    ]);
  });

  it('does not cost a search for each of thousands', () => {
    const deny = Array.from({ length: 5_000 }, (_, at) => `brwser${at}`);
    const { surface } = resolveCase({ tools: TOOLS, policy: { deny } });
    const suggesting = surface.diagnostics.filter(({ hint }) => hint.startsWith('Did you mean'));
    expect(surface.diagnostics).toHaveLength(5_000);
    expect(suggesting.length).toBeLessThanOrEqual(10);
  });
});

describe('other oddities of lists', () => {
  it('says which extension is blocked where one has the name of a tool as its id (F-2)', () => {
    const tools = [
      { name: 'bbb', plugin: 'aaa' },
      { name: 'bbb_x', plugin: 'bbb' },
    ];
    const { surface } = resolveCase({ tools, policy: { alsoAllow: ['bbb'] } });
    expect(surface.diagnostics).toMatchObject([
      { code: 'extension_id_clash', subject: 'bbb', layer: 'extension bbb' },
    ]);
    expect(surface.diagnostics[0]?.message).toContain('held by extension aaa');
  });

  it('reports every group of a circle', () => {
    const groups = new Map([
      ['x', ['read', 'group:y']],
      ['y', ['group:x']],
    ]);
    const { diagnostics, active } = resolveCase({
      tools: TOOLS,
      groups,
      policy: { deny: ['group:y'] },
    });
    expect(diagnostics).toEqual(['group_cycle:x@groups.x', 'group_cycle:y@groups.y']);
    expect(active).not.toContain('read');
  });
});
