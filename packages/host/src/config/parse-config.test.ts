import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accepted } from './config-test-kit.ts';
import { type ParsedConfig, parseConfig } from './parse-config.ts';

const EXAMPLES = new URL('../../../../examples/', import.meta.url);

describe('parseConfig with the seed documents', () => {
  it('reads the full toolkit example (M-1)', () => {
    const { config } = accepted(parseExample('mindroom/mortise.config.yaml'));
    expect(
      config.toolkits.map(({ name, tools }) => [name, tools.map((tool) => tool.name)]),
    ).toEqual([
      ['devops', ['docker', 'aws_lambda', 'github']],
      ['research', ['duckduckgo', 'arxiv', 'wikipedia']],
      ['data', ['pandas', 'csv', 'visualization']],
    ]);
    expect(config.agents[0]).toEqual({
      id: 'assistant',
      path: 'agents.assistant',
      policy: { path: 'agents.assistant.policy', byProvider: [] },
      tools: [
        { name: 'file', overrides: {}, path: 'agents.assistant.tools[0].file' },
        { name: 'shell', overrides: {}, path: 'agents.assistant.tools[1].shell' },
      ],
      allowedToolkits: [
        { name: 'devops', path: 'agents.assistant.allowed_toolkits[0]' },
        { name: 'research', path: 'agents.assistant.allowed_toolkits[1]' },
        { name: 'data', path: 'agents.assistant.allowed_toolkits[2]' },
      ],
      initialToolkits: [{ name: 'research', path: 'agents.assistant.initial_toolkits[0]' }],
      metadata: {
        display_name: 'Assistant',
        role: 'A versatile helper that loads tools on demand',
        model: 'default',
        rooms: ['lobby'],
      },
    });
    expect(config.defaults.tools?.map((tool) => tool.name)).toEqual(['scheduler']);
    expect(config.metadata).toEqual({
      models: { default: { provider: 'anthropic', id: 'claude-sonnet-4-6' } },
    });
  });

  it('reads the example of the toolkit guide (M-1)', () => {
    const { config } = accepted(parseExample('mindroom/guide.config.yaml'));
    expect(config.agents.map((agent) => agent.id)).toEqual(['assistant']);
  });

  it.each(['mortise.config.jsonc', 'mortise.config.json5', 'mortise.config.yaml'])(
    'reads the access snippet with comments and unquoted keys as %s (F-4)',
    (fileName) => {
      const text = readFileSync(new URL('fased/mortise.config.jsonc', EXAMPLES), 'utf8');
      const { config, document } = accepted(parseConfig(text, { fileName }));
      const allow = config.agents[0]?.policy.allow;
      expect(allow?.map((selector) => selector.text)).toEqual([
        'workflow_tool',
        'workflow',
        'group:plugins',
      ]);
      expect(document.locate(allow?.[1]?.path ?? '')).toEqual({
        file: fileName,
        line: 9,
        column: 13,
      });
    },
  );
});

describe('parseConfig with everything at once', () => {
  const { config } = accepted(
    parseConfig(
      `
strict: true
tools:
  profile: team
  also_allow: [deploy]
  byProvider:
    OpenAI/GPT-4.1: { deny: [exec] }
  sandbox: { tools: { allow: [] } }
profiles: { team: ["  group:ours "] }
groups: { ours: [read, "web_*"] }
agents:
  boss:
    policy: { allow: [read], deny: [] }
    tools: [{ sql: { db_url: x, token: { $secret: DB } } }, " shell "]
    toolset: [read]
    plugins: []
    mcpServers: [gh]
    loadout: mine
    private: { per: user_agent }
    tool_token_budget: 900
  Kid: { parent: BOSS }
loadouts:
  mine: { extends: minimal, categories: [git], disabled: [docker], override: true }
extensions:
  - ./weather
  - { id: ops, source: ops.tgz, enabled: false, config: { key: { $secret: OPS } } }
mcp_servers:
  gh: { command: gh-mcp, args: [-v], env: { TOKEN: { $secret: GH }, HOME: /tmp } }
  web: { url: "https://example.com/mcp", enabled: false }
`,
      { fileName: 'mortise.config.yaml', previousRevision: 6 },
    ),
  );

  it('counts revisions on', () => expect(config.revision).toBe(7));

  it('keeps layers apart, with absent absent and empty empty (F-6)', () => {
    expect(config.policy).toEqual({
      path: 'tools',
      profile: { name: 'team', path: 'tools.profile' },
      alsoAllow: [{ text: 'deploy', path: 'tools.also_allow[0]' }],
      written: { alsoAllow: 'tools.also_allow' },
      byProvider: [
        {
          key: 'openai/gpt-4.1',
          path: 'tools.byProvider["OpenAI/GPT-4.1"]',
          deny: [{ text: 'exec', path: 'tools.byProvider["OpenAI/GPT-4.1"].deny[0]' }],
        },
      ],
      sandbox: { path: 'tools.sandbox.tools', allow: [] },
    });
  });

  it('combines static tools with a policy under its other name', () => {
    const [boss] = config.agents;
    expect(boss?.policy.allow).toEqual([{ text: 'read', path: 'agents.boss.policy.allow[0]' }]);
    expect(boss?.policy.deny).toEqual([]);
    expect(boss?.tools).toEqual([
      {
        name: 'sql',
        overrides: { db_url: 'x', token: { $secret: 'DB' } },
        path: 'agents.boss.tools[0].sql',
      },
      { name: 'shell', overrides: {}, path: 'agents.boss.tools[1].shell' },
    ]);
  });

  it('keeps ceilings per origin, scope, loadout and budget', () => {
    expect(config.agents[0]).toMatchObject({
      toolset: [{ text: 'read' }],
      plugins: [],
      mcpServers: [{ text: 'gh', path: 'agents.boss.mcpServers[0]' }],
      loadout: { name: 'mine' },
      workerScope: 'user_agent',
      toolTokenBudget: 900,
    });
  });

  it('reads loadouts, extensions and servers, and leaves secrets as references', () => {
    expect(config.loadouts).toEqual([
      {
        path: 'loadouts.mine',
        override: true,
        loadout: {
          name: 'mine',
          parent: 'minimal',
          defaultPlugins: [],
          includedCategories: ['Git'],
          discoverablePatterns: [],
          disabledPlugins: ['docker'],
        },
      },
    ]);
    expect(config.extensions).toEqual([
      { source: './weather', enabled: true, path: 'extensions[0]' },
      {
        id: 'ops',
        source: 'ops.tgz',
        enabled: false,
        config: { key: { $secret: 'OPS' } },
        path: 'extensions[1]',
      },
    ]);
    expect(config.mcpServers[0]?.env).toEqual({ TOKEN: { $secret: 'GH' }, HOME: '/tmp' });
    expect(config.mcpServers[1]).toMatchObject({ name: 'web', enabled: false });
  });

  it('is frozen to the leaves', () => {
    expect(unfrozenParts(config)).toEqual([]);
  });
});

function parseExample(name: string): ParsedConfig {
  return parseConfig(readFileSync(new URL(name, EXAMPLES), 'utf8'), { fileName: name });
}

function unfrozenParts(value: unknown, path = '$'): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.isFrozen(value) ? [] : [path];
  return own.concat(
    Object.entries(value).flatMap(([key, child]) => unfrozenParts(child, `${path}.${key}`)),
  );
}
