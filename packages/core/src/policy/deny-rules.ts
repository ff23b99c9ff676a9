import { foldName, type ToolEntry } from '@mortise/contracts';
import type { StackedDeny } from './access-stack.ts';
import type { AgentLoadout } from './agent-loadout.ts';
import type { PermissionRule } from './permission-rule.ts';
import type { PolicyWorld } from './policy-world.ts';
import { ToolSet } from './tool-set.ts';

export interface DenyParts {
  readonly world: PolicyWorld;
  readonly denies: readonly StackedDeny[];
  readonly exclude: readonly string[];
  readonly loadout: AgentLoadout | undefined;
}

/** Phase 1: everything that takes a tool away for good. Any of them is enough. */
export function denyRules(parts: DenyParts): readonly PermissionRule[] {
  const { world, denies, exclude, loadout } = parts;
  const rules = [
    ...denies.map(denyListRule),
    ...(exclude.length > 0 ? [exclusionRule(world, exclude)] : []),
    ...(loadout === undefined ? [] : [disabledByLoadoutRule(world, loadout)]),
    ...switchedOffRules(world),
  ];
  return rules.length > 0 ? rules : [nothingDenied()];
}

function denyListRule({ label, list }: StackedDeny): PermissionRule {
  return {
    phase: 'deny',
    layer: label,
    blocks: (tool) => list.has(tool),
    describe: (tool) => {
      const entry = list.entryFor(tool);
      return entry === undefined
        ? { rule: 'deny list does not match it' }
        : { rule: `deny "${entry.text}"`, path: entry.path };
    },
    remedy: (tool) => {
      const entry = list.entryFor(tool);
      return `Remove "${entry?.text}" from ${entry?.path}.`;
    },
  };
}

function exclusionRule(world: PolicyWorld, exclude: readonly string[]): PermissionRule {
  const matches = exclude.map((text) => world.selectors.compile(text, 'deny').matches);
  const excluded = new ToolSet(world.index.size, matches);
  return {
    phase: 'deny',
    layer: 'request',
    blocks: (tool) => excluded.has(tool),
    describe: (tool) => ({
      rule: excluded.has(tool) ? 'excluded from this request' : 'not excluded from this request',
    }),
    remedy: () =>
      'Ask without this exclusion; it belongs to the request, not to the configuration.',
  };
}

function disabledByLoadoutRule(world: PolicyWorld, loadout: AgentLoadout): PermissionRule {
  const nameOf = (tool: number) => world.index.unitOf(tool).name;
  return {
    phase: 'deny',
    layer: `loadout ${loadout.name}`,
    blocks: (tool) => loadout.verdicts[tool] === 'disabled',
    describe: (tool) => ({
      rule:
        loadout.verdicts[tool] === 'disabled'
          ? `disables plugin ${nameOf(tool)}`
          : `does not disable plugin ${nameOf(tool)}`,
      path: loadout.path,
    }),
    remedy: (tool) =>
      `Take plugin "${nameOf(tool)}" out of what loadout "${loadout.name}" disables, or choose another loadout (${loadout.path}).`,
  };
}

/** Extensions and MCP servers that the configuration switches off. */
function switchedOffRules(world: PolicyWorld): readonly PermissionRule[] {
  const { extensions, mcpServers } = world.inputs.config;
  const off = new Map<string, string>();
  for (const { id, enabled, path } of extensions) {
    if (!enabled && id !== undefined) off.set(`extension ${foldName(id)}`, path);
  }
  for (const { name, enabled, path } of mcpServers) {
    if (!enabled) off.set(`mcp ${foldName(name)}`, path);
  }
  if (off.size === 0) return [];
  const pathOf = (tool: number) => off.get(originKey(world.index.entryOf(tool)));
  return [
    {
      phase: 'deny',
      layer: 'extensions',
      blocks: (tool) => pathOf(tool) !== undefined,
      describe: (tool) => {
        const path = pathOf(tool);
        return path === undefined
          ? { rule: 'its origin is enabled' }
          : { rule: 'its origin is disabled', path };
      },
      remedy: (tool) => `Set enabled: true at ${pathOf(tool)}.`,
    },
  ];
}

function originKey({ origin }: ToolEntry): string {
  switch (origin.kind) {
    case 'core':
      return 'core';
    case 'extension':
      return `extension ${foldName(origin.id)}`;
    case 'mcp':
      return `mcp ${foldName(origin.server)}`;
    default:
      return origin satisfies never;
  }
}

function nothingDenied(): PermissionRule {
  return {
    phase: 'deny',
    layer: 'all layers',
    blocks: () => false,
    describe: () => ({ rule: 'no deny list' }),
    remedy: () => '',
  };
}
