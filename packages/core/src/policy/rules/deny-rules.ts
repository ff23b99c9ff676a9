import { foldName } from '@mortise/contracts';
import type { AgentLoadout } from '../exposure/agent-loadout.ts';
import { ToolSet } from '../selectors/tool-set.ts';
import type { PolicyWorld } from '../world/policy-world.ts';
import type { StackedDeny } from './access-stack.ts';
import type { PermissionRule } from './permission-rule.ts';
import { enableRemedy, stopDenyingRemedy } from './remedy-commands.ts';

export interface DenyParts {
  readonly world: PolicyWorld;
  readonly agentId: string;
  readonly denies: readonly StackedDeny[];
  readonly exclude: readonly string[];
  readonly loadout: AgentLoadout | undefined;
}

/** Phase 1: everything that takes a tool away for good. Any of them is enough. */
export function denyRules(parts: DenyParts): readonly PermissionRule[] {
  const { world, agentId, denies, exclude, loadout } = parts;
  const rules = [
    ...denies.map((deny) => denyListRule(agentId, deny)),
    ...(exclude.length > 0 ? [exclusionRule(world, exclude)] : []),
    ...(loadout === undefined ? [] : [disabledByLoadoutRule(world, loadout)]),
    ...switchedOffRules(world),
  ];
  return rules.length > 0 ? rules : [nothingDenied(world)];
}

function denyListRule(agentId: string, { label, list }: StackedDeny): PermissionRule {
  return {
    phase: 'deny',
    layer: label,
    blocked: list.matched,
    describe: (tool) => {
      const entry = list.entryFor(tool);
      return entry === undefined
        ? { rule: 'deny list does not match it' }
        : { rule: `deny "${entry.text}"`, path: entry.path };
    },
    remedy: (tool) => {
      const { text, path } = list.entryFor(tool) ?? { text: '', path: '' };
      const place = label === 'agent' ? undefined : path.replace(/\[\d+\]$/, '');
      return stopDenyingRemedy(agentId, text, place);
    },
  };
}

function exclusionRule(world: PolicyWorld, exclude: readonly string[]): PermissionRule {
  const texts = exclude.map((text) => ({ text, ...world.selectors.compile(text) }));
  const matches = texts.flatMap((each) => each.matches);
  const blocked = ToolSet.of(world.index.size, matches);
  const textFor = (tool: number) => texts.find((each) => each.matches.includes(tool))?.text;
  return {
    phase: 'deny',
    layer: 'request',
    blocked,
    describe: (tool) => ({
      rule: blocked.has(tool)
        ? `excluded from this request by "${textFor(tool)}"`
        : 'not excluded from this request',
    }),
    remedy: () =>
      'Ask without this exclusion; it belongs to the request, not to the configuration.',
  };
}

function disabledByLoadoutRule(world: PolicyWorld, loadout: AgentLoadout): PermissionRule {
  const { name, path, verdicts } = loadout;
  const pluginOf = (tool: number) => world.index.unitOf(tool).name;
  return {
    phase: 'deny',
    layer: `loadout ${name}`,
    blocked: verdicts.disabled,
    describe: (tool) => ({
      rule: `${verdicts.disabled.has(tool) ? 'disables' : 'does not disable'} plugin ${pluginOf(tool)}`,
      path,
    }),
    remedy: (tool) =>
      `Take plugin "${pluginOf(tool)}" out of what loadout "${name}" disables, or choose another loadout (${path}).`,
  };
}

/** Extensions and MCP servers that the configuration switches off. */
function switchedOffRules(world: PolicyWorld): readonly PermissionRule[] {
  const { extensions, mcpServers } = world.inputs.config;
  const { index } = world;
  const off = [
    ...extensions
      .filter(({ enabled, id }) => !enabled && id !== undefined)
      .map(({ id = '', path }) => ({ path, id, tools: index.ofExtension(foldName(id)) ?? [] })),
    ...mcpServers
      .filter(({ enabled }) => !enabled)
      .map(({ name, path }) => ({
        ...{ path, id: undefined, tools: index.ofServer(foldName(name)) ?? [] },
      })),
  ];
  if (off.length === 0) return [];
  const sourceOf = (tool: number) => off.find(({ tools }) => tools.includes(tool));
  return [
    {
      phase: 'deny',
      layer: 'extensions',
      blocked: ToolSet.of(
        index.size,
        off.flatMap(({ tools }) => tools),
      ),
      describe: (tool) => {
        const path = sourceOf(tool)?.path;
        return path === undefined
          ? { rule: 'its origin is enabled' }
          : { rule: 'its origin is disabled', path };
      },
      remedy: (tool) => {
        const { id, path } = sourceOf(tool) ?? {};
        return id === undefined ? `Set enabled: true at ${path}.` : enableRemedy(id);
      },
    },
  ];
}

function nothingDenied({ index }: PolicyWorld): PermissionRule {
  return {
    phase: 'deny',
    layer: 'all layers',
    blocked: index.sets.none,
    describe: () => ({ rule: 'no deny list' }),
    remedy: () => '',
  };
}
