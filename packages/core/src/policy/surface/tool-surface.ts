import type { ToolEntry, ToolState, ToolSurface } from '@mortise/contracts';
import { decideState, isOffered } from './decide-state.ts';
import type { Resolution } from './resolve-surface.ts';
import { sortOffers } from './sort-offers.ts';

/** A surface without its epoch: what requests with the same decision share. */
export type SharedSurface = Omit<ToolSurface, 'epoch'>;

export function createSharedSurface(resolution: Resolution): SharedSurface {
  const { policy, active, diagnostics, hash } = resolution;
  const { index } = policy.world;
  const activeAt = (name: string): number | undefined => {
    const tool = index.exact(name);
    const isActive =
      tool !== undefined && isOffered(resolution, tool) && resolution.exposed.has(tool);
    return isActive ? tool : undefined;
  };
  const find = (name: string): ToolEntry | undefined => {
    const tool = activeAt(name);
    return tool === undefined ? undefined : index.entryOf(tool);
  };
  const overridesOf = (name: string) => {
    const tool = activeAt(name);
    return tool === undefined ? undefined : resolution.exposed.overridesOf(tool);
  };
  const sourcesOf = (name: string): readonly string[] => {
    const tool = activeAt(name);
    return tool === undefined ? [] : resolution.exposuresOf(tool).map(({ source }) => source);
  };
  const stateOf = (name: string): ToolState | undefined => {
    const tool = index.exact(name);
    return tool === undefined ? skippedState(resolution, name) : decideState(resolution, tool);
  };
  return {
    agentId: policy.agentId,
    policyHash: hash,
    ...sortOffers(active),
    diagnostics,
    resourceAt: (uri) => index.resources.at(uri),
    find,
    overridesOf,
    sourcesOf,
    stateOf,
    permitted: policy.permitted,
    shape: policy.shape,
    ...(policy.argumentRules === undefined ? {} : { rules: policy.argumentRules }),
  };
}

/** The surface of one request; costs one small object, whatever the number of tools. */
export function bindEpoch(shared: SharedSurface, epoch: number): ToolSurface {
  return Object.freeze({ ...shared, epoch });
}

// Exact, as everything a model says: `Read` may be a skipped tool while `read` is a core one.
function skippedState({ policy }: Resolution, name: string): ToolState | undefined {
  return policy.world.inputs.snapshot.skipped.find((each) => each.name === name)?.code;
}
