import { type AgentConfig, type ConfigSelector, foldName } from '@mortise/contracts';
import type { AccessStack, StackedLayer, StackedProfile } from './access-stack.ts';
import type { PermissionRule } from './permission-rule.ts';
import type { PolicyWorld } from './policy-world.ts';
import type { SelectorRole } from './selector-compiler.ts';
import type { SelectorList } from './selector-list.ts';
import type { ToolIndex } from './tool-index.ts';

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
  has(foldedName: string): boolean;
}

/** Phase 4: every ceiling that is defined, in the order of SPEC section 1. */
export function allowRules(parts: AllowParts): readonly PermissionRule[] {
  const { world, agent, stack, parents } = parts;
  const { index } = world;
  const rules = [
    ...stack.profiles.map((profile) => profileRule(index, profile)),
    ...stack.layers.flatMap((layer) => layerRules(index, layer)),
    ...parents.map((parent) => parentRule(index, parent)),
    ...originRules(world, agent),
  ];
  return rules.length > 0 ? rules : [noCeiling()];
}

function profileRule(index: ToolIndex, profile: StackedProfile): PermissionRule {
  const { label, reference, base, widenedBy } = profile;
  const lists = base === undefined ? widenedBy : [base, ...widenedBy];
  const path = reference.path;
  return ceilingRule(index, {
    layer: label,
    lists,
    passes: (entry) => `profile ${reference.name}: "${entry.text}" (${entry.path})`,
    path,
    fails:
      base === undefined ? `profile ${reference.name} is unknown` : `profile ${reference.name}`,
    remedy: (name) =>
      `Add "${name}" to the alsoAllow list beside the profile, or change the profile (${path}).`,
  });
}

function layerRules(index: ToolIndex, layer: StackedLayer): readonly PermissionRule[] {
  const { label, allow, alsoAllow, mode } = layer;
  const path = `${layer.path}.allow`;
  if (mode === 'opt-in') return [optInNote(label, path)];
  if (allow === undefined) return [];
  return [
    ceilingRule(index, {
      layer: label,
      lists: alsoAllow === undefined ? [allow] : [allow, alsoAllow],
      passes: (entry) => `allow "${entry.text}"`,
      path,
      fails: `allow list (ceiling) of ${allow.entries.length} ${allow.entries.length === 1 ? 'entry' : 'entries'}`,
      remedy: (name) => `Add "${name}" to ${path}.`,
    }),
  ];
}

// A list that names only extensions closes nothing; the trace still says how it was read (F-5).
function optInNote(layer: string, path: string): PermissionRule {
  const rule = 'allow list (opt-in): it names only extensions, so it adds and closes nothing';
  return {
    phase: 'allow',
    layer,
    blocks: () => false,
    describe: () => ({ rule, path, isInfo: true }),
    remedy: () => '',
  };
}

function parentRule(index: ToolIndex, parent: ParentCeiling): PermissionRule {
  const permits = (tool: number) => parent.has(foldName(index.entryOf(tool).name));
  return {
    phase: 'allow',
    layer: 'parent',
    blocks: (tool) => !permits(tool),
    describe: (tool) => ({
      rule: `${parent.name} is ${permits(tool) ? '' : 'not '}permitted it`,
      ...(parent.path === undefined ? {} : { path: parent.path }),
    }),
    remedy: (tool) => `Permit "${index.entryOf(tool).name}" to ${parent.name} first.`,
  };
}

/** Ceilings over one origin only: toolset, plugins, MCP servers (E-6, E-7). */
function originRules(world: PolicyWorld, agent: AgentConfig): readonly PermissionRule[] {
  const { index } = world;
  const rule = (parts: OriginParts): PermissionRule[] => {
    const { selectors, role, layer, kind } = parts;
    if (selectors === undefined) return [];
    const path = `${agent.path}.${layer}`;
    const ceiling = ceilingRule(index, {
      layer,
      lists: [world.list(selectors, role, layer).list],
      passes: (entry) => `"${entry.text}"`,
      path,
      fails: `${layer} list`,
      remedy: (name) => `Add "${name}" to ${path}.`,
    });
    const looksAt = (tool: number) => index.entryOf(tool).origin.kind === kind;
    const passesFreely = (tool: number) => kind === 'core' && index.entryOf(tool).isAlwaysIncluded;
    return [
      {
        ...ceiling,
        blocks: (tool) => looksAt(tool) && !passesFreely(tool) && ceiling.blocks(tool),
        describe: (tool) => {
          if (!looksAt(tool)) return undefined;
          return passesFreely(tool) ? { rule: 'alwaysInclude', path } : ceiling.describe(tool);
        },
      },
    ];
  };
  return [
    ...rule({ layer: 'toolset', kind: 'core', role: 'allow', selectors: agent.toolset }),
    ...rule({ layer: 'plugins', kind: 'extension', role: 'plugins', selectors: agent.plugins }),
    ...rule({ layer: 'mcp_servers', kind: 'mcp', role: 'servers', selectors: agent.mcpServers }),
  ];
}

interface OriginParts {
  readonly layer: string;
  readonly kind: 'core' | 'extension' | 'mcp';
  readonly role: SelectorRole;
  readonly selectors: readonly ConfigSelector[] | undefined;
}

interface CeilingParts {
  readonly layer: string;
  readonly lists: readonly SelectorList[];
  readonly path: string;
  readonly passes: (entry: ConfigSelector) => string;
  readonly fails: string;
  readonly remedy: (name: string) => string;
}

function ceilingRule(index: ToolIndex, parts: CeilingParts): PermissionRule {
  const { layer, lists, path, passes, fails, remedy } = parts;
  const matches = (tool: number) => lists.some((list) => list.has(tool));
  return {
    phase: 'allow',
    layer,
    // Nobody lists control-plane tools: they move others inside permission and add none (M-2).
    blocks: (tool) => !matches(tool) && !index.isControlPlane(tool),
    describe: (tool) => {
      const entry = lists.find((list) => list.has(tool))?.entryFor(tool);
      if (entry !== undefined) return { rule: passes(entry), path: entry.path };
      return index.isControlPlane(tool)
        ? { rule: 'control-plane tools need no entry', path }
        : { rule: `${fails} does not match it`, path };
    },
    remedy: (tool) => remedy(index.entryOf(tool).name),
  };
}

function noCeiling(): PermissionRule {
  return {
    phase: 'allow',
    layer: 'all layers',
    blocks: () => false,
    describe: () => ({ rule: 'no allow list' }),
    remedy: () => '',
  };
}
