import { ACCESS_KEYS, AGENT_KEYS, type AgentConfig, foldName, keyPath } from '@mortise/contracts';
import type { SelectorList } from '../selectors/selector-list.ts';
import type { ToolIndex } from '../selectors/tool-index.ts';
import { ToolSet } from '../selectors/tool-set.ts';
import type { PolicyWorld } from '../world/policy-world.ts';
import type { AccessStack, StackedLayer, StackedProfile } from './access-stack.ts';
import type { PermissionRule } from './permission-rule.ts';
import { allowRemedy } from './remedy-commands.ts';

export interface AllowParts {
  readonly world: PolicyWorld;
  readonly agent: AgentConfig;
  readonly stack: AccessStack;
  readonly parents: readonly ParentCeiling[];
}

/** What a parent is permitted, by folded name. */
export interface ParentCeiling {
  readonly name: string;
  readonly path?: string;
  /** Absent for a parent that the configuration does not have. */
  readonly agentId?: string;
  has(foldedName: string): boolean;
}

/** Phase 4: every ceiling that is defined, in the order of docs/contract.md#p-4. */
export function allowRules(parts: AllowParts): readonly PermissionRule[] {
  const { world, agent, stack, parents } = parts;
  const { index } = world;
  const rules = [
    ...stack.profiles.map((profile) => profileRule(world, agent.id, profile)),
    ...stack.layers.flatMap((layer) => layerRules(index, agent.id, layer)),
    ...parents.map((parent) => parentRule(index, parent)),
    ...originRules(world, agent),
  ];
  return rules.length > 0 ? rules : [noCeiling(index)];
}

function profileRule(
  { index }: PolicyWorld,
  agentId: string,
  { label, reference, base, widenedBy }: StackedProfile,
): PermissionRule {
  const isPlain = label === 'profile';
  const { name, path } = reference;
  return ceilingRule(index, {
    layer: label,
    lists: [
      ...(base === undefined ? [] : [{ list: base, says: `profile ${name}:` }]),
      ...widenedBy.map(({ list, key }) => ({
        list,
        says: `${key}, which widens profile ${name}:`,
      })),
    ],
    path,
    fails: base === undefined ? `unknown profile ${name}` : `profile ${name}`,
    remedy: (tool) =>
      allowRemedy(agentId, tool, isPlain ? undefined : path.replace(/profile$/, 'alsoAllow')),
  });
}

function layerRules(
  index: ToolIndex,
  agentId: string,
  layer: StackedLayer,
): readonly PermissionRule[] {
  const { label, allow, alsoAllow, mode } = layer;
  const path = keyPath(ACCESS_KEYS, layer, 'allow');
  if (mode === 'opt-in') return [optInNote(index, label, path)];
  if (allow === undefined) return [];
  const count = allow.entries.length;
  // An empty list that gets the name of an extension's tool would turn into an opt-in and open up.
  const list = count === 0 ? keyPath(ACCESS_KEYS, layer, 'alsoAllow') : path;
  return [
    ceilingRule(index, {
      layer: label,
      lists: [
        { list: allow, says: 'allow' },
        ...(alsoAllow === undefined ? [] : [{ list: alsoAllow, says: 'alsoAllow' }]),
      ],
      path,
      fails: `allow list (ceiling) of ${count} ${count === 1 ? 'entry' : 'entries'}`,
      remedy: (tool) => allowRemedy(agentId, tool, label === 'agent' ? undefined : list),
    }),
  ];
}

// A list that names only extensions closes nothing; the trace still says how it was read.
function optInNote(index: ToolIndex, layer: string, path: string): PermissionRule {
  const rule = 'allow list (opt-in): it names only extensions, so it adds and closes nothing';
  return {
    phase: 'allow',
    layer,
    blocked: index.sets.none,
    describe: () => ({ rule, path, isInfo: true }),
    remedy: () => '',
  };
}

function parentRule(index: ToolIndex, parent: ParentCeiling): PermissionRule {
  const nameOf = (tool: number) => index.entryOf(tool).name;
  const blocked = ToolSet.of(
    index.size,
    index.all.filter((tool) => !parent.has(foldName(nameOf(tool)))),
  );
  return {
    phase: 'allow',
    layer: 'parent',
    blocked,
    describe: (tool) => ({
      rule: `${parent.name} is ${blocked.has(tool) ? 'not ' : ''}permitted it`,
      ...(parent.path === undefined ? {} : { path: parent.path }),
    }),
    remedy: (tool) =>
      parent.agentId === undefined
        ? `Permit "${nameOf(tool)}" to ${parent.name} first.`
        : allowRemedy(parent.agentId, nameOf(tool)),
  };
}

/** Ceilings over one origin only: toolset, plugins, MCP servers. */
function originRules(world: PolicyWorld, agent: AgentConfig): readonly PermissionRule[] {
  return [
    ...originRule(world, agent, { layer: 'toolset', kind: 'core', key: 'toolset' }),
    ...originRule(world, agent, { layer: 'plugins', kind: 'extension', key: 'plugins' }),
    ...originRule(world, agent, { layer: 'mcp_servers', kind: 'mcp', key: 'mcpServers' }),
  ];
}

interface OriginParts {
  readonly layer: string;
  readonly kind: 'core' | 'extension' | 'mcp';
  readonly key: 'toolset' | 'plugins' | 'mcpServers';
}

function originRule(
  world: PolicyWorld,
  agent: AgentConfig,
  { layer, kind, key }: OriginParts,
): readonly PermissionRule[] {
  const selectors = agent[key];
  if (selectors === undefined) return [];
  const { index } = world;
  const { none, alwaysIncluded } = index.sets;
  const path = keyPath(AGENT_KEYS, agent, key);
  const ceiling = ceilingRule(index, {
    layer,
    lists: [
      {
        list: world.list(selectors, layer, kind === 'mcp' ? 'servers' : 'tools').list,
        says: `${layer} list:`,
      },
    ],
    path,
    fails: `${layer} list`,
    remedy: (tool) => allowRemedy(agent.id, tool, path),
  });
  const passesFreely = kind === 'core' ? alwaysIncluded : none;
  const ofKind = ToolSet.of(index.size, index.ofKind(kind));
  const describe = (tool: number) => {
    if (!ofKind.has(tool)) return undefined;
    return passesFreely.has(tool) ? { rule: 'alwaysInclude', path } : ceiling.describe(tool);
  };
  const blocked = ceiling.blocked.intersection(ofKind).difference(passesFreely);
  return [{ ...ceiling, blocked, describe }];
}

interface CeilingParts {
  readonly layer: string;
  /** Each with what the trace says before the entry that lets a tool pass. */
  readonly lists: readonly { readonly list: SelectorList; readonly says: string }[];
  readonly path: string;
  readonly fails: string;
  readonly remedy: (name: string) => string;
}

function ceilingRule(index: ToolIndex, parts: CeilingParts): PermissionRule {
  const { layer, lists, path, fails, remedy } = parts;
  // Allow lists need not name control-plane tools: they move others inside permission and add none.
  const { all, controlPlane } = index.sets;
  const open = ToolSet.union(index.size, [controlPlane, ...lists.map(({ list }) => list.matched)]);
  return {
    phase: 'allow',
    layer,
    blocked: all.difference(open),
    describe: (tool) => {
      const found = lists.find(({ list }) => list.matched.has(tool));
      const entry = found?.list.entryFor(tool);
      if (found !== undefined && entry !== undefined) {
        return { rule: `${found.says} "${entry.text}"`, path: entry.path };
      }
      return controlPlane.has(tool)
        ? { rule: 'control-plane tools need no entry', path }
        : { rule: `${fails} does not match it`, path };
    },
    remedy: (tool) => remedy(index.entryOf(tool).name),
  };
}

function noCeiling(index: ToolIndex): PermissionRule {
  return {
    phase: 'allow',
    layer: 'all layers',
    blocked: index.sets.none,
    describe: () => ({ rule: 'no allow list' }),
    remedy: () => '',
  };
}
