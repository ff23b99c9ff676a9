import { describe, expect, it } from 'vitest';
import { spell } from './config-test-kit.ts';
import { parseConfig } from './parse-config.ts';

describe('parseConfig with mistakes', () => {
  it.each([
    ['an unknown key', 'tols: {}', ['unknown_key@tols:tols']],
    ['a blank selector', 'tools: { deny: [" "] }', ['blank_selector@tools.deny[0]']],
    ['a blank tool', 'defaults: { tools: [" "] }', ['blank_selector@defaults.tools[0]']],
    ['a blank agent', 'agents: { "": {} }', ['name_invalid@agents[""]']],
    [
      'two spellings',
      'agents: { a: { allowed_toolkits: [], allowedToolkits: [] } }',
      ['config_conflict@agents.a.allowedToolkits'],
    ],
    [
      'the policy twice',
      'agents: { a: { tools: {}, policy: {} } }',
      ['config_conflict@agents.a.policy'],
    ],
    [
      'two scopes',
      'agents: { a: { worker_scope: user, private: { per: user } } }',
      ['config_conflict@agents.a.private'],
    ],
    ['both dialects', 'agents: { list: [], a: {} }', ['config_conflict@agents.list']],
    ['one id twice', 'agents: { list: [{ id: a }, { id: A }] }', ['duplicate_id@agents.list[1]:A']],
    ['one agent twice', 'agents: { a: {}, A: {} }', ['duplicate_id@agents.A:A']],
    [
      'one provider twice',
      'tools: { byProvider: { x: {}, X: {} } }',
      ['duplicate_id@tools.byProvider.X:x'],
    ],
    ['an unknown parent', 'agents: { a: { parent: b } }', ['unknown_agent@agents.a.parent:b']],
    [
      'parents in a circle',
      'agents: { a: { parent: b }, b: { parent: a } }',
      ['parent_cycle@agents.a.parent:a → b → a'],
    ],
    ['itself as parent', 'agents: { a: { parent: A } }', ['parent_cycle@agents.a.parent:a → a']],
    [
      'groups in a circle',
      'groups: { a: ["group:B"], b: ["group: a"] }',
      ['group_cycle@groups.a:a → b → a'],
    ],
    [
      'groups in a circle, written with their prefix',
      'groups: { "group:a": ["group : B"], b: ["GROUP:a"] }',
      ['group_cycle@groups.group:a:a → b → a'],
    ],
    [
      'one group twice',
      'groups: { web: [], "Group: WEB": [] }',
      ['duplicate_id@groups["Group: WEB"]:Group: WEB'],
    ],
    ['a group without a name', 'groups: { "group:": [] }', ['name_invalid@groups.group:']],
    ['the core group', 'groups: { core: [read] }', ['reserved_name@groups.core:core']],
    ['the MCP group', 'groups: { "group:MCP": [] }', ['reserved_name@groups.group:MCP:group:MCP']],
    ['the group of the host', 'groups: { Plugins: [] }', ['reserved_name@groups.Plugins:Plugins']],
    [
      'an unknown category',
      'loadouts: [{ name: l, categories: [Gti] }]',
      ['unknown_category@loadouts[0].categories[0]:Gti'],
    ],
    [
      'an entry with two tools',
      'defaults: { tools: [{ a: {}, b: {} }] }',
      ['config_invalid@defaults.tools[0]'],
    ],
    ['a server without an address', 'mcp_servers: { a: {} }', ['config_invalid@mcp_servers.a']],
    [
      'a server with two',
      'mcp_servers: { a: { command: x, url: "http://x" } }',
      ['config_conflict@mcp_servers.a'],
    ],
    [
      'a file as a server',
      'mcp_servers: { a: { url: "file:///x" } }',
      ['config_invalid@mcp_servers.a.url'],
    ],
    [
      'a program with headers',
      'mcp_servers: { a: { command: x, headers: { X: y } } }',
      ['config_conflict@mcp_servers.a.headers'],
    ],
    [
      'an address with a folder',
      'mcp_servers: { a: { url: "http://x", cwd: "." } }',
      ['config_conflict@mcp_servers.a.cwd'],
    ],
    [
      'a password in an address',
      'mcp_servers: { a: { url: "http://u:p@x" } }',
      ['config_invalid@mcp_servers.a.url'],
    ],
    [
      'a header that is none',
      'mcp_servers: { a: { url: "http://x", headers: { "a b": y } } }',
      ['config_invalid@mcp_servers.a.headers["a b"]'],
    ],
    [
      'a header of the protocol',
      'mcp_servers: { a: { url: "http://x", headers: { Mcp-Session-Id: y } } }',
      ['config_invalid@mcp_servers.a.headers.Mcp-Session-Id'],
    ],
    [
      'tokens from nowhere',
      'mcp_servers: { a: { url: "http://x", oauth: { client_id: c, client_secret: { $secret: S } } } }',
      ['config_invalid@mcp_servers.a.oauth'],
    ],
    [
      'a client secret in clear',
      'mcp_servers: { a: { url: "http://x", oauth: { client_id: c, client_secret: s, issuer: "https://i" } } }',
      ['config_invalid@mcp_servers.a.oauth.client_secret'],
    ],
    [
      'a client secret over the wire in clear',
      'mcp_servers: { a: { url: "http://x", oauth: { client_id: c, client_secret: { $secret: S }, token_url: "http://i/t" } } }',
      ['config_invalid@mcp_servers.a.oauth.token_url'],
    ],
    [
      'a prefix that is the name of another server',
      'mcp_servers: { a: { command: x, prefix: b }, b: { command: x } }',
      ['duplicate_id@mcp_servers.a.prefix:b'],
    ],
    [
      'a prefix that reads as another server',
      'mcp_servers: { a: { command: x, prefix: b__c } }',
      ['config_invalid@mcp_servers.a.prefix'],
    ],
    [
      'two tools renamed to one',
      'mcp_servers: { a: { command: x, rename: { p: t, q: T } } }',
      ['duplicate_id@mcp_servers.a.rename.q:T'],
    ],
    [
      'a scope that isolates nobody',
      'agents: { a: { private: { per: shared } } }',
      ['config_invalid@agents.a.private.per'],
    ],
    ['text where a list belongs', 'tools: { allow: read }', ['config_invalid@tools.allow']],
    ['nothing where a list belongs', 'tools: { allow: }', ['config_invalid@tools.allow']],
    ['a list as the whole', '[]', ['config_invalid@']],
    ['an empty file', '# nothing', ['config_invalid@']],
    ['one extension twice', 'extensions: [x, x]', ['duplicate_ref@extensions:x']],
  ])('refuses %s', (_name, text, errors) => {
    expect(spell(parseConfig(text, { fileName: 'mortise.config.yaml' }))).toEqual(errors);
  });

  it('collects what is wrong in different places, with line, column and a next step', () => {
    const text = [
      'agents:',
      '  a:',
      '    alowed_toolkits: [d]',
      '    initial_toolkits: [dev]',
      'toolkits:',
      '  dev: { tools: [self_config, shell, Shell] }',
    ].join('\n');
    const { diagnostics } = parseConfig(text, { fileName: 'c.yaml' });
    expect(diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['unknown_key', 3, 5],
      ['initial_not_subset', 4, 5],
      ['duplicate_tool', 6, 10],
      ['reserved_tool', 6, 18],
    ]);
    expect(diagnostics[0]).toEqual({
      code: 'unknown_key',
      severity: 'error',
      subject: 'alowed_toolkits',
      message: 'agents.a.alowed_toolkits: this key is unknown; did you mean `allowed_toolkits`?',
      path: 'agents.a.alowed_toolkits',
      file: 'c.yaml',
      line: 3,
      column: 5,
      hint: 'Write `allowed_toolkits`, or remove the key.',
    });
  });

  it('takes a profile of the configuration, of the host, or none', () => {
    const text = 'tools: { profile: Mine }';
    expect(spell(parseConfig(text, { fileName: 'c.yaml' }))).toEqual([
      'unknown_profile@tools.profile:Mine',
    ]);
    expect(spell(parseConfig(text, { fileName: 'c.yaml', knownProfiles: ['mine'] }))).toEqual([]);
    expect(spell(parseConfig(`${text}\nprofiles: { mine: [] }`, { fileName: 'c.yaml' }))).toEqual(
      [],
    );
  });

  it('names the file kinds it reads when the ending is another', () => {
    expect(spell(parseConfig('{}', { fileName: 'mortise.toml' }))).toEqual(['config_unreadable@']);
    expect(spell(parseConfig('{}', { fileName: 'mortise.toml', format: 'json' }))).toEqual([]);
  });
});
