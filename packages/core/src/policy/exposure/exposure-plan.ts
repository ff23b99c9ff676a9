import { type AgentConfig, type Diagnostic, foldName } from '@mortise/contracts';
import type { Naming } from '../selectors/naming.ts';
import { ToolSet } from '../selectors/tool-set.ts';
import { once } from '../world/once.ts';
import type { PolicyWorld } from '../world/policy-world.ts';
import type { AgentLoadout } from './agent-loadout.ts';
import { allowedToolkits, type PlannedToolkit } from './compiled-toolkit.ts';
import { type Exposure, NO_OVERRIDES } from './exposure.ts';
import { mergeStaticTools } from './merge-overrides.ts';

/**
 * Everything that can expose tools to one agent, before permission is asked (phase 5).
 * No session state in it.
 */
export interface ExposurePlan {
  /** Static tools, defaults, loadout; or everything, for an agent that configures nothing of it. */
  readonly base: readonly Exposure[];
  /** In allowed order. */
  readonly configured: readonly PlannedToolkit[];
  /** Without those whose name a configured toolkit has. */
  discoverable(): readonly PlannedToolkit[];
  /** What those bring: the rest of a plugin whose name a configured toolkit has cannot be loaded. */
  readonly discoverableTools: ToolSet;
  readonly loadout: AgentLoadout | undefined;
  readonly namings: readonly Naming[];
  readonly diagnostics: readonly Diagnostic[];
}

export function planExposure(
  world: PolicyWorld,
  agent: AgentConfig,
  loadout: AgentLoadout | undefined,
): ExposurePlan {
  const allowed = allowedToolkits(world, agent);
  const statics = staticExposure(world, agent);
  const base = configuresNothing(world, agent)
    ? [everything(world)]
    : [...statics.exposures, ...(loadout === undefined ? [] : [loadoutExposure(loadout)])];
  const taken = new Set(allowed.toolkits.map(({ name }) => foldName(name)));
  return {
    base,
    configured: allowed.toolkits,
    discoverable: once(
      () => loadout?.discoverable().filter(({ name }) => !taken.has(foldName(name))) ?? [],
    ),
    discoverableTools: discoverableTools(world, loadout, taken),
    loadout,
    namings: [...statics.namings, ...allowed.namings],
    diagnostics: [...statics.diagnostics, ...(loadout?.diagnostics ?? []), ...allowed.diagnostics],
  };
}

function discoverableTools(
  { index }: PolicyWorld,
  loadout: AgentLoadout | undefined,
  taken: ReadonlySet<string>,
): ToolSet {
  if (loadout === undefined) return index.sets.none;
  const hidden = [...taken].flatMap((plugin) => index.ofUnit(plugin));
  const { discoverable } = loadout.verdicts;
  return hidden.length === 0
    ? discoverable
    : discoverable.difference(ToolSet.of(index.size, hidden));
}

function configuresNothing(world: PolicyWorld, agent: AgentConfig): boolean {
  return (
    agent.tools === undefined &&
    world.inputs.config.defaults.tools === undefined &&
    agent.loadout === undefined &&
    agent.allowedToolkits === undefined &&
    agent.initialToolkits === undefined
  );
}

function everything({ index }: PolicyWorld): Exposure {
  const tools = index.sets.all.difference(index.sets.controlPlane);
  return { tools, source: 'everything permitted', overrides: NO_OVERRIDES };
}

/** Agent first, then what only the defaults have; overrides merged key by key (phase 6). */
function staticExposure(world: PolicyWorld, agent: AgentConfig) {
  const own = agent.tools && world.configured(agent.tools, 'agent');
  const common = world.inputs.config.defaults.tools;
  const defaults = common && world.configured(common, 'defaults');
  const held = mergeStaticTools({ defaults: defaults?.tools, tools: own?.tools });
  const exposures = [...held.values()].flatMap(({ name, overrides, sources }): Exposure[] => {
    const tool = world.index.exact(name);
    if (tool === undefined) return [];
    return sources.map((path) => ({ tools: [tool], source: path, path, overrides }));
  });
  return {
    exposures,
    namings: [
      ...(own === undefined ? [] : [{ label: 'tools', list: own.list }]),
      ...(defaults === undefined ? [] : [{ label: 'defaults.tools', list: defaults.list }]),
    ],
    diagnostics: [...(own?.diagnostics ?? []), ...(defaults?.diagnostics ?? [])],
  };
}

function loadoutExposure({ name, path, verdicts }: AgentLoadout): Exposure {
  return { tools: verdicts.active, source: `loadout ${name}`, path, overrides: NO_OVERRIDES };
}
