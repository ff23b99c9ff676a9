import type { AgentConfig, Diagnostic } from '@mortise/contracts';
import { mergeStaticTools, type ToolOverrides } from '../toolkits/merge-overrides.ts';
import type { AgentLoadout } from './agent-loadout.ts';
import { allowedToolkits, type CompiledToolkit, discoverableToolkits } from './compiled-toolkit.ts';
import type { PolicyWorld } from './policy-world.ts';
import type { SelectorList } from './selector-list.ts';

/** One reason for a tool to stand in front of the model. */
export interface Exposure {
  readonly tool: number;
  /** As `SurfaceTool.sources` shows it. */
  readonly source: string;
  readonly path?: string;
  readonly overrides: ToolOverrides;
}

/**
 * Everything that can expose tools to one agent, before permission is asked (phase 5).
 * No session state in it.
 */
export interface ExposurePlan {
  /** Static tools, defaults, loadout; or everything, for an agent that configures nothing of it. */
  readonly base: readonly Exposure[];
  /** In allowed order. */
  readonly configured: readonly CompiledToolkit[];
  /** Made when first asked for: a `*` over thousands of plugins is rarely needed in full. */
  discoverable(): readonly CompiledToolkit[];
  readonly alwaysIncluded: readonly Exposure[];
  readonly loadout: AgentLoadout | undefined;
  readonly namings: readonly { readonly label: string; readonly list: SelectorList }[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Of a tool that nobody configures. */
export const NO_OVERRIDES: ToolOverrides = Object.freeze({});

export function planExposure(
  world: PolicyWorld,
  agent: AgentConfig,
  loadout: AgentLoadout | undefined,
): ExposurePlan {
  const allowed = allowedToolkits(world, agent);
  const statics = staticExposure(world, agent);
  const base = configuresNothing(world, agent)
    ? everything(world)
    : [...statics.exposures, ...(loadout === undefined ? [] : loadoutExposure(loadout))];
  let discoverable: readonly CompiledToolkit[] | undefined;
  const taken = new Set(allowed.toolkits.map(({ name }) => name));
  return {
    base,
    configured: allowed.toolkits,
    discoverable: () => {
      discoverable ??= loadout === undefined ? [] : discoverableToolkits(world, loadout, taken);
      return discoverable;
    },
    alwaysIncluded: alwaysIncluded(world),
    loadout,
    namings: [...statics.namings, ...allowed.namings],
    diagnostics: [...statics.diagnostics, ...(loadout?.diagnostics ?? []), ...allowed.diagnostics],
  };
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

function everything({ index }: PolicyWorld): readonly Exposure[] {
  const source = 'everything permitted';
  return index.all
    .filter((tool) => !index.isControlPlane(tool))
    .map((tool) => ({ tool, source, overrides: NO_OVERRIDES }));
}

/** Agent first, then what only the defaults have; overrides merged key by key (phase 6). */
function staticExposure(world: PolicyWorld, agent: AgentConfig) {
  const own = agent.tools && world.configured(agent.tools, 'agent');
  const common = world.inputs.config.defaults.tools;
  const defaults = common && world.configured(common, 'defaults');
  const held = mergeStaticTools({ defaults: defaults?.tools, tools: own?.tools });
  const exposures = Array.from(held.values()).flatMap(({ name, overrides, sources }) => {
    const tool = world.index.exact(name);
    if (tool === undefined) return [];
    return sources.map((source) => ({ tool, source, path: source, overrides }));
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

function loadoutExposure({ name, path, verdicts }: AgentLoadout): readonly Exposure[] {
  const source = `loadout ${name}`;
  return verdicts.flatMap((verdict, tool) =>
    verdict === 'active' ? { tool, source, path, overrides: NO_OVERRIDES } : [],
  );
}

function alwaysIncluded({ index }: PolicyWorld): readonly Exposure[] {
  const source = 'alwaysInclude';
  return index.all
    .filter((tool) => index.entryOf(tool).isAlwaysIncluded && !index.isControlPlane(tool))
    .map((tool) => ({ tool, source, overrides: NO_OVERRIDES }));
}
