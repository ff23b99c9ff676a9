import type { ToolFilterOpts } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { makeContext, makeTool } from '../testing/core-fixtures.ts';
import { DefaultToolRegistry } from './default-tool-registry.ts';

function registryWithEveryOrigin(): DefaultToolRegistry {
  const registry = new DefaultToolRegistry();
  registry.register(makeTool('read'));
  registry.register(makeTool('get_skill', { alwaysInclude: true }));
  registry.register(makeTool('notes'), { pluginId: 'notebook' });
  registry.register(makeTool('wipe'), { pluginId: 'notebook', optional: true });
  registry.register(makeTool('mcp__gh__pr'));
  registry.register(makeTool('mcp__gh__issue'));
  registry.register(makeTool('mcp__db__query'));
  return registry;
}

const ALL = ['get_skill', 'read', 'notes', 'mcp__db__query', 'mcp__gh__issue', 'mcp__gh__pr'];
const WITH_OPTIONAL = ALL.toSpliced(3, 0, 'wipe');
const without = (...names: string[]) => ALL.filter((name) => !names.includes(name));

interface GateCase {
  readonly when: string;
  readonly allowed?: readonly string[];
  readonly filter?: ToolFilterOpts;
  readonly then: readonly string[];
}

const CASES: readonly GateCase[] = [
  { when: 'nothing is given', then: ALL },
  { when: 'the toolset is empty (seed)', allowed: [], then: ALL },
  {
    when: 'the toolset is empty and closes',
    allowed: [],
    filter: { emptyAllowlist: 'deny' },
    then: without('read'),
  },
  { when: 'the toolset names another tool', allowed: ['write'], then: without('read') },
  { when: 'the toolset names the tool', allowed: ['read'], then: ALL },
  { when: 'the toolset differs in case', allowed: ['READ'], then: without('read') },
  { when: 'no extension is allowed', filter: { allowedPlugins: [] }, then: without('notes') },
  {
    when: 'the extension is allowed',
    filter: { allowedPlugins: ['notebook'] },
    then: WITH_OPTIONAL,
  },
  { when: 'an optional tool is named', allowed: ['read', 'wipe'], then: WITH_OPTIONAL },
  {
    when: 'an optional tool is named and its extension is not allowed',
    allowed: ['read', 'wipe'],
    filter: { allowedPlugins: [] },
    then: without('notes'),
  },
  {
    when: 'one MCP server is allowed',
    filter: { allowedMcpServers: ['gh'] },
    then: without('mcp__db__query'),
  },
  {
    when: 'one MCP tool is allowed',
    filter: { allowedMcpTools: ['mcp__gh__pr'] },
    then: without('mcp__db__query', 'mcp__gh__issue'),
  },
  {
    when: 'an exclusion meets alwaysInclude',
    filter: { excludeTools: ['get_skill'] },
    then: without('get_skill'),
  },
  {
    when: 'a list names constructor',
    filter: { allowedPlugins: ['constructor'] },
    then: without('notes'),
  },
];

describe('the filter gate (E-6, E-7, F-3)', () => {
  it.each(CASES)('lists the right tools when $when', ({ allowed, filter, then }) => {
    const names = registryWithEveryOrigin()
      .toDefinitions(allowed, filter)
      .map(({ name }) => name);
    expect(names).toEqual(then);
  });

  it.each(CASES)('runs exactly what it lists when $when', async ({ allowed, filter, then }) => {
    const calls = WITH_OPTIONAL.map((name) => ({ toolCallId: name, name, args: {} }));
    const registry = registryWithEveryOrigin();
    const results = await registry.executeParallel(calls, makeContext(), allowed, filter);
    const ran = results.filter(({ result }) => result.ok).map(({ name }) => name);
    expect(ran).toEqual(then);
  });

  it('says why a call is not permitted', async () => {
    const calls = [{ toolCallId: '1', name: 'read', args: {} }];
    const [refused] = await registryWithEveryOrigin().executeParallel(calls, makeContext(), [
      'write',
    ]);
    expect(refused?.result).toEqual({
      ok: false,
      error: 'Tool "read" is not permitted here: it is not in the toolset.',
      code: 'not_available',
    });
  });
});
