import { describe, expect, it } from 'vitest';
import { type PolicyCase, questionOf } from '../testing/policy-case.ts';
import { PolicyWorld } from '../world/policy-world.ts';
import { isInCircle, type SelectorRole } from './selector-compiler.ts';

const TOOLS: PolicyCase['tools'] = [
  { name: 'exec', aliases: ['bash', 'sh_run'], toolset: 'Runtime', category: 'Shell' },
  { name: 'read', toolset: 'fs' },
  { name: 'shell' },
  { name: 'web_fetch', category: 'Web' },
  { name: 'web_search', category: 'Search' },
  { name: 'aaa_x', plugin: 'aaa' },
  { name: 'bbb_x', plugin: 'bbb' },
  { name: 'git', plugin: 'git', optional: true },
  { name: 'git_admin', plugin: 'git', optional: true },
  { name: 'mcp__gh__pr', server: 'gh' },
];

function compile(text: string, role: SelectorRole = 'tools', more: Partial<PolicyCase> = {}) {
  const { inputs } = questionOf({ tools: TOOLS, ...more });
  const world = new PolicyWorld(inputs);
  const { matches, named, ...facts } = world.selectors.compile(text, role);
  const namesOf = (tools: readonly number[]) => tools.map((tool) => world.index.entryOf(tool).name);
  return { matches: namesOf(matches), named: namesOf(named), ...facts };
}

describe('what a selector matches (L-1)', () => {
  it.each([
    { text: 'READ', matches: ['read'] },
    { text: 'bash', matches: ['exec'] },
    { text: 'web_*', matches: ['web_fetch', 'web_search'] },
    { text: 'sh*', matches: ['exec', 'shell'] },
    { text: 'plugin:git', matches: ['git', 'git_admin'] },
    { text: 'git', matches: ['git', 'git_admin'] },
    { text: 'aaa', matches: ['aaa_x'] },
    { text: 'category:web', matches: ['web_fetch'] },
    // `shell` has no category of its own, so the map of J-1 speaks; `exec` has one.
    { text: 'category:Shell', matches: ['exec', 'shell'] },
    { text: 'category:git', matches: ['git', 'git_admin'] },
    { text: 'toolset:runtime', matches: ['exec'] },
    { text: 'mcp:GH', matches: ['mcp__gh__pr'] },
    { text: 'mcp__*', matches: ['mcp__gh__pr'] },
    { text: 'group:mcp', matches: ['mcp__gh__pr'] },
    { text: 'group:core', matches: ['exec', 'read', 'shell', 'web_fetch', 'web_search'] },
    { text: 'group:plugins', matches: ['aaa_x', 'bbb_x', 'git', 'git_admin'] },
    { text: '*', matches: TOOLS.map((tool) => (typeof tool === 'string' ? tool : tool.name)) },
    { text: '*read', matches: [] },
    { text: 'rea', matches: [] },
    { text: 'gh', matches: [] },
    { text: 'fs', matches: [] },
    { text: 'plugin:read', matches: [] },
    { text: '', matches: [] },
    { text: 'constructor', matches: [] },
    { text: '__proto__', matches: [] },
    { text: 'group:constructor', matches: [] },
    { text: 'category:toString', matches: [] },
    { text: 'plugin:__proto__', matches: [] },
  ])('"$text" matches $matches', ({ text, matches }) => {
    expect([...compile(text).matches].sort()).toEqual([...matches].sort());
  });
});

describe('what a selector names (F-3, P-3)', () => {
  it.each([
    { text: 'git_admin', named: ['git_admin'] },
    { text: 'git', named: ['git', 'git_admin'] },
    { text: 'plugin:git', named: ['git', 'git_admin'] },
    { text: 'group:plugins', named: ['aaa_x', 'bbb_x', 'git', 'git_admin'] },
    { text: '*', named: [] },
    { text: 'git*', named: [] },
    { text: 'category:git', named: [] },
    { text: 'group:core', named: [] },
  ])('"$text" names $named', ({ text, named }) => {
    expect(compile(text).named).toEqual(named);
  });
});

describe('what is proven to belong to extensions (F-5)', () => {
  it.each([
    { text: 'git_admin', proven: true },
    { text: 'git', proven: true },
    { text: 'plugin:git', proven: true },
    { text: 'group:plugins', proven: true },
    { text: 'read', proven: false },
    { text: 'git*', proven: false },
    { text: '*', proven: false },
    { text: 'category:git', proven: false },
    { text: 'group:mine', proven: false },
    { text: 'mcp__gh__pr', proven: false },
    { text: 'plugin:nobody', proven: false },
    { text: 'nobody', proven: false },
  ])('"$text": $proven', ({ text, proven }) => {
    const groups = new Map([['mine', ['git']]]);
    expect(compile(text, 'tools', { groups }).isExtensionProof).toBe(proven);
  });

  it.each([
    { text: 'weather', when: 'its id' },
    { text: 'Forecast', when: 'a tool that the lock file pins' },
    { text: 'plugin:weather', when: 'its id in full' },
  ])('counts an extension that is not loaded, named by $when (L-12)', ({ text }) => {
    const known = new Map([['weather', ['forecast', 'set_home']]]);
    expect(compile(text, 'tools', { known })).toMatchObject({
      matches: [],
      isExtensionProof: true,
      isKnown: true,
    });
  });

  it('counts an extension that is configured and not there: its failure closes no list (L-12)', () => {
    const extensions = new Map([['down', { enabled: true }]]);
    expect(compile('down', 'tools', { extensions })).toMatchObject({
      matches: [],
      isExtensionProof: true,
      isKnown: true,
    });
  });
});

describe('a text that is a tool of one extension and the id of another (L-6, F-2)', () => {
  const tools: PolicyCase['tools'] = [
    { name: 'bbb', plugin: 'aaa' },
    { name: 'bbb_x', plugin: 'bbb' },
  ];

  it('means the tool: the extension that came second is blocked', () => {
    expect(compile('bbb', 'tools', { tools }).matches).toEqual(['bbb']);
    expect(compile('plugin:bbb', 'tools', { tools }).matches).toEqual([]);
  });

  it('means the extension if that came first', () => {
    const turned = tools.toReversed();
    expect(compile('bbb', 'tools', { tools: turned }).matches).toEqual(['bbb_x']);
  });

  it('means the tool where only the configuration knows of such an extension', () => {
    const extensions = new Map([['bbb', { enabled: true }]]);
    const alone = tools.slice(0, 1);
    expect(compile('bbb', 'tools', { tools: alone, extensions }).matches).toEqual(['bbb']);
  });

  it('means the whole extension if the tool is its own', () => {
    expect(compile('git').matches).toEqual(['git', 'git_admin']);
  });
});

describe('groups of the operator (L-8)', () => {
  const groups = new Map([
    ['fs', ['read']],
    ['group:Run', ['bash', 'group:fs']],
    ['round', ['web_fetch', 'group:trip']],
    ['trip', ['web_search', 'group:round']],
    ['plugins', ['read']],
  ]);

  it.each([
    { text: 'group:fs', matches: ['read'] },
    { text: 'group:run', matches: ['exec', 'read'] },
    { text: 'group:round', matches: ['web_fetch', 'web_search'] },
    { text: 'group:trip', matches: ['web_fetch', 'web_search'] },
    { text: 'group:plugins', matches: ['aaa_x', 'bbb_x', 'git', 'git_admin'] },
  ])('"$text" matches $matches', ({ text, matches }) => {
    expect([...compile(text, 'tools', { groups }).matches].sort()).toEqual(matches);
  });

  it('names what its entries name', () => {
    const mine = new Map([['mine', ['git_admin', 'b*']]]);
    expect(compile('group:mine', 'tools', { groups: mine }).named).toEqual(['git_admin']);
  });

  it('knows which groups contain themselves', () => {
    const world = new PolicyWorld(questionOf({ tools: TOOLS, groups }).inputs);
    const circular = [...world.config.groups()].filter((group) =>
      isInCircle(group, world.selectors),
    );
    expect(circular.map(({ name }) => name)).toEqual(['round', 'trip']);
  });
});
