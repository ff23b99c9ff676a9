import type { ToolEntry, ToolExplanation } from '@mortise/contracts';
import { createSurfaceResolver, loadoutsOfConfig, validateToolkits } from '@mortise/core';
import { describe, expect, it } from 'vitest';
import { parseConfig } from './parse-config.ts';

const entry = (name: string, more: Partial<ToolEntry> = {}): ToolEntry => ({
  name,
  description: name,
  schema: { type: 'object' },
  origin: { kind: 'core' },
  aliases: [],
  isOptional: false,
  ...more,
});

const snapshot = {
  revision: 1,
  entries: [
    entry('read'),
    entry('spotify', { sharedOnly: true }),
    entry('extra', { isOptional: true, origin: { kind: 'extension', id: 'more' } }),
    entry('mcp__gh__list', { origin: { kind: 'mcp', server: 'gh' } }),
  ],
  skipped: [],
  extensions: [],
};

function read(text: string) {
  const parsed = parseConfig(text, { fileName: 'mortise.config.yaml' });
  if (parsed.status === 'failed') throw new Error(JSON.stringify(parsed.diagnostics));
  return parsed;
}

function explain(text: string, tool: string): ToolExplanation | undefined {
  const { config } = read(text);
  const { loadouts } = loadoutsOfConfig(config);
  const request = { agentId: 'a', loadedToolkits: [], hasSession: false };
  return createSurfaceResolver().explain(
    { inputs: { snapshot, config, loadouts }, request },
    tool,
  )[0];
}

describe('what is said about a configuration names the key that was written (M-6)', () => {
  it.each([
    { config: 'private: { per: user }', tool: 'spotify', key: 'agents.a.private.per' },
    { config: 'worker_scope: user', tool: 'spotify', key: 'agents.a.worker_scope' },
    { config: 'workerScope: user', tool: 'spotify', key: 'agents.a.workerScope' },
    { config: 'mcp_servers: []', tool: 'mcp__gh__list', key: 'agents.a.mcp_servers' },
    { config: 'mcpServers: []', tool: 'mcp__gh__list', key: 'agents.a.mcpServers' },
    { config: 'toolTokenBudget: 1', tool: 'read', key: 'agents.a.toolTokenBudget' },
    { config: 'tool_token_budget: 1', tool: 'read', key: 'agents.a.tool_token_budget' },
  ])('$config', ({ config, tool, key }) => {
    const explanation = explain(`agents: { a: { ${config} } }`, tool);
    const stop = explanation?.steps.find(({ verdict }) => verdict === 'block');
    expect(stop?.path).toBe(key);
    expect(explanation?.remedies[0]).toContain(key);
  });

  it.each([
    ['defaults: { workerScope: user }', 'defaults.workerScope'],
    ['defaults: { worker_scope: user }', 'defaults.worker_scope'],
  ])('%s', (defaults, key) => {
    const explanation = explain(`{ ${defaults}, agents: { a: {} } }`, 'spotify');
    expect(explanation?.remedies[0]).toContain(key);
  });

  it.each([
    ['tools: { also_allow: [] }', 'agents.a.tools.also_allow'],
    ['tools: { alsoAllow: [] }', 'agents.a.tools.alsoAllow'],
    ['policy: { also_allow: [] }', 'agents.a.policy.also_allow'],
    ['role: none', 'agents.a.tools.alsoAllow'],
  ])('with %s an optional tool is missing in %s', (config, key) => {
    const explanation = explain(`agents: { a: { ${config} } }`, 'extra');
    expect(explanation?.steps.find(({ verdict }) => verdict === 'block')?.path).toBe(key);
    expect(explanation?.remedies).toEqual(['Run `mortise allow a extra`.']);
  });

  it('of a toolkit that does not fit the scope (M-6)', () => {
    const { config } = read(
      '{ toolkits: { m: { tools: [spotify] } }, agents: { a: { private: { per: user }, allowed_toolkits: [m] } } }',
    );
    expect(validateToolkits(snapshot, config)).toMatchObject([
      {
        code: 'scope_incompatible',
        message: expect.stringContaining('agents.a.private.per user'),
        subject: 'a->toolkit m->spotify (worker_scope=user)',
      },
    ]);
  });

  it.each([
    ['worker_scope', '`worker_scope` says this already.'],
    ['workerScope', '`workerScope` says this already.'],
  ])('of a scope that stands there twice: %s', (key, message) => {
    const text = `agents: { a: { ${key}: user, private: { per: user } } }`;
    const { diagnostics } = parseConfig(text, { fileName: 'mortise.config.yaml' });
    expect(diagnostics).toMatchObject([{ message: `agents.a.private: ${message}` }]);
  });
});
