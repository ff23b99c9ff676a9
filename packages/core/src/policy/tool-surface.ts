import type { SurfaceTool, ToolState, ToolSurface } from '@mortise/contracts';
import { decideState, isOffered } from './decide-state.ts';
import type { Resolution } from './resolve-surface.ts';

/** A surface without its epoch: what requests with the same decision share. */
export type SharedSurface = Omit<ToolSurface, 'epoch'>;

export function createSharedSurface(resolution: Resolution): SharedSurface {
  const { policy, active, diagnostics, hash } = resolution;
  const { index } = policy.world;
  const find = (name: string): SurfaceTool | undefined => {
    const tool = index.exact(name);
    return tool !== undefined && isOffered(resolution, tool)
      ? resolution.exposed.find(tool)
      : undefined;
  };
  const stateOf = (name: string): ToolState | undefined => {
    const tool = index.exact(name);
    return tool === undefined ? skippedState(resolution, name) : decideState(resolution, tool);
  };
  return {
    agentId: policy.agentId,
    policyHash: hash,
    active,
    diagnostics,
    find,
    stateOf,
    permitted: policy.permitted,
    shape: policy.shape,
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
