import type { ConfigFile, FILE_KEYS, ToolOrigin } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../config/parse-config.ts';
import { DecisivePolicy } from './decisive-policy.ts';

const BASE: ConfigFile = {
  agents: { main: { allowed_toolkits: ['work'] }, other: {}, top: {} },
  extensions: [
    { id: 'mail', source: 'a' },
    { id: 'web', source: 'b' },
  ],
  mcp_servers: { one: { command: 'x' }, two: { command: 'y' } },
  toolkits: { work: { tools: ['a'] }, play: { tools: ['b'] } },
};

function hashOf(file: ConfigFile, origin: ToolOrigin = { kind: 'extension', id: 'mail' }): string {
  const text = JSON.stringify({ ...BASE, ...file });
  const parsed = parseConfig(text, { fileName: 'mortise.config.json' });
  if (parsed.status !== 'ok') throw new Error(JSON.stringify(parsed.diagnostics));
  return new DecisivePolicy().hashOf(parsed.config, 'main', origin);
}

/** One edit for every key of the file, and whether it could change what becomes of a call. */
const EDITS: { readonly [Key in keyof typeof FILE_KEYS]: readonly [ConfigFile, boolean] | null } = {
  // Read by no part of the host, or by another key of this table.
  ...{ $schema: null, models: null, rooms: null },
  strict: [{ strict: true }, false],
  tools: [{ tools: { rulesDefault: 'ask' } }, true],
  agents: [{ agents: { ...BASE.agents, main: { tools: { deny: ['x'] } } } }, true],
  defaults: [{ defaults: { tools: ['x'] } }, true],
  toolkits: [{ toolkits: { ...BASE.toolkits, work: { tools: ['c'] } } }, true],
  loadouts: [{ loadouts: { l: {} as never } }, false],
  profiles: [{ profiles: { p: ['x'] } }, true],
  groups: [{ groups: { g: ['x'] } }, true],
  extensions: [
    {
      extensions: [
        { id: 'mail', source: 'a', config: 1 },
        { id: 'web', source: 'b' },
      ],
    },
    true,
  ],
  limits: [{ limits: { callMs: 5_000 } }, false],
  rates: [{ rates: [{ calls: 1, per: '1m' }] }, false],
  retention: [{ retention: { sessions: '9d' } }, false],
  sandbox: [{ sandbox: { jail: 'off' } }, true],
  runners: [{ runners: { use: 'local' } }, true],
  approvals: [{ approvals: { elicit: true } }, false],
  telemetry: null,
  audit: [{ audit: { fsync: 'always' } as never }, false],
  oauth: [{ oauth: { issuer: 'https://x.example', agents: 'all' } }, false],
  secrets: [{ secrets: { KEY: { per: 'user' } } }, true],
  identity: [{ identity: { issuer: 'https://x.example' } }, true],
  stateDir: [{ stateDir: 'elsewhere' }, false],
  state: [{ state: 'postgres://db.internal/mortise' }, false],
  serve: [{ serve: { port: 1 } }, false],
  mcpServers: [{ mcp_servers: { ...BASE.mcp_servers, one: { command: 'z' } } }, false],
};

const CASES = Object.entries(EDITS).flatMap(([key, edit]) =>
  edit === null ? [] : [[key, ...edit] as const],
);

describe('what an approval is bound to of the configuration (T-4)', () => {
  it.each(CASES)('an edit of %s makes it stale: %s %s', (_key, edit, isDecisive) => {
    expect(hashOf(edit) !== hashOf({})).toBe(isDecisive);
  });

  it.each<[string, ConfigFile]>([
    ['another agent', { agents: { ...BASE.agents, other: { tools: { deny: ['x'] } } } }],
    ['a further agent', { agents: { ...BASE.agents, more: {} } }],
    [
      'another extension',
      {
        extensions: [
          { id: 'mail', source: 'a' },
          { id: 'web', source: 'c' },
        ],
      },
    ],
    ['a further server', { mcp_servers: { ...BASE.mcp_servers, three: { command: 'z' } } }],
    [
      'a toolkit that the agent may not load',
      { toolkits: { ...BASE.toolkits, play: { tools: ['z'] } } },
    ],
  ])('%s has no say', (_what, edit) => {
    expect(hashOf(edit)).toBe(hashOf({}));
  });

  it.each<[string, ConfigFile, ToolOrigin]>([
    [
      'an agent above',
      { agents: { ...BASE.agents, main: { parent: 'TOP' }, top: { tools: { deny: ['x'] } } } },
      { kind: 'core' },
    ],
    [
      'the server of the tool',
      { mcp_servers: { ...BASE.mcp_servers, one: { command: 'z' } } },
      { kind: 'mcp', server: 'one' },
    ],
  ])('%s has', (_what, edit, origin) => {
    const without =
      edit.agents === undefined ? {} : { agents: { ...BASE.agents, main: { parent: 'TOP' } } };
    expect(hashOf(edit, origin)).not.toBe(hashOf(without, origin));
  });
});
