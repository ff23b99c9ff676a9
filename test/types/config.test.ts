import type { ConfigFile } from '@mortise/host';
import { parseConfigObject } from '@mortise/host';
import { describe, expect, it } from 'vitest';

// The compiler is the test: `pnpm typecheck` fails where an `@ts-expect-error` has no error. What runs
// here shows that the types and the check of the schema agree.

const statusOf = (config: ConfigFile) => parseConfigObject(config).status;

const MISTAKES: readonly ConfigFile[] = [
  // @ts-expect-error: agents
  { agnets: {} },
  // @ts-expect-error: tools
  { agents: { main: { tols: {} } } },
  // @ts-expect-error: allow
  { agents: { main: { tools: { alow: ['a'] } } } },
  // @ts-expect-error: deny
  { agents: { main: { tools: { byProvider: { openai: { denny: ['a'] } } } } } },
  // @ts-expect-error: alsoAllow
  { agents: { main: { tools: { sandbox: { tools: { alsoAllowed: [] } } } } } },
  // @ts-expect-error: allowed_toolkits
  { agents: { list: [{ id: 'main', allowed_tookits: [] }] } },
  // @ts-expect-error: one list with an id in each, or a map of agents
  { agents: { main: [{ id: 'main' }] } },
  // @ts-expect-error: an agent of a list needs an id
  { agents: { list: [{ tools: [] }] } },
  // @ts-expect-error: description
  { toolkits: { web: { desciption: '' } } },
  // @ts-expect-error: plugins
  { loadouts: { small: { plugin: [] } } },
  // @ts-expect-error: grants
  { extensions: [{ source: './a', grant: {} }] },
  // @ts-expect-error: quotaBytes
  { extensions: [{ source: './a', grants: { storage: { quota: 1 } } }] },
  // @ts-expect-error: cpuMs
  { extensions: [{ source: './a', limits: { cpuTime: 1 } }] },
  // @ts-expect-error: this one holds for the whole host, not for one extension
  { extensions: [{ source: './a', limits: { resultBudgetChars: 1_000 } }] },
  // @ts-expect-error: this one is of extensions, not of servers
  { mcpServers: { a: { command: 'a', limits: { cpuMs: 1 } } } },
  // @ts-expect-error: env
  { mcpServers: { a: { command: 'a', environment: {} } } },
  // @ts-expect-error: $secret
  { mcpServers: { a: { command: 'a', env: { TOKEN: { secret: 'GH' } } } } },
  // @ts-expect-error: port
  { serve: { prot: 1 } },
  // @ts-expect-error: a number
  { limits: { callMs: '30s' } },
  // @ts-expect-error: no such scope
  { agents: { main: { worker_scope: 'users' } } },
  // @ts-expect-error: only what keeps users apart
  { agents: { main: { private: { per: 'agent' } } } },
];

describe('a configuration that is written as an object', () => {
  it('may use every part, in either dialect and spelling', () => {
    expect(
      statusOf({
        strict: false,
        tools: { profile: 'none', byProvider: { openai: { deny: ['x'] } } },
        defaults: { tools: ['echo', { shell: { base: '/tmp' } }], worker_scope: 'agent' },
        agents: {
          main: { tools: { alsoAllow: ['get_forecast'], sandbox: { tools: { deny: ['*'] } } } },
          other: { tools: ['echo'], allowed_toolkits: ['web'], private: { per: 'user' } },
        },
        toolkits: { web: { description: 'The web', tools: ['web_fetch'] } },
        loadouts: { small: { extends: 'minimal', plugins: ['weather'] } },
        extensions: [
          './a',
          { source: './b', grants: { storage: { quotaBytes: 1_000 } }, limits: { cpuMs: 50 } },
        ],
        mcpServers: { github: { command: 'gh', env: { TOKEN: { $secret: 'GH' } } } },
        limits: { callMs: 1_000 },
        serve: { port: 0 },
      }),
    ).toBe('ok');
    expect(statusOf({ agents: { list: [{ id: 'main', tools: { allow: ['a'] } }] } })).toBe('ok');
  });

  it('may be declared elsewhere, as a constant', () => {
    const config = { agents: { main: { tools: { allow: ['get_forecast'] } } } } as const;
    expect(statusOf(config)).toBe('ok');
  });

  it.each(MISTAKES)('is refused by the compiler and by the check alike: %j', (config) => {
    expect(statusOf(config)).toBe('failed');
  });
});
