import type { SurfaceTool } from '@mortise/contracts';
import type { PolicyWorld } from '../policy-world.ts';
import { ToolSet } from '../selectors/tool-set.ts';
import { type Exposure, NO_OVERRIDES } from './exposure.ts';

/** What is permitted and exposed, in the order of the surface. */
export interface ExposedTools {
  readonly order: readonly number[];
  find(tool: number): SurfaceTool | undefined;
}

/**
 * The first to expose a tool gives it its place and its overrides; the others are named as sources.
 * Tools that a whole set exposes are shared by all agents of a world: surfaces are many, and only
 * what is an agent's own is worth keeping per surface.
 */
export function collectExposed(
  world: PolicyWorld,
  permitted: ToolSet,
  exposures: readonly Exposure[],
): ExposedTools {
  const order: number[] = [];
  const own = new Map<number, SurfaceTool>();
  const shared: { readonly tools: ToolSet; readonly source: string }[] = [];
  const find = (tool: number): SurfaceTool | undefined => {
    const special = own.get(tool);
    if (special !== undefined) return special;
    const first = shared.find(({ tools }) => tools.has(tool));
    return first && world.sharedTool(tool, first.source);
  };
  for (const exposure of exposures) {
    const { tools, source, overrides } = exposure;
    const isShared = tools instanceof ToolSet && overrides === NO_OVERRIDES;
    for (const tool of tools) {
      if (!permitted.has(tool)) continue;
      const earlier = find(tool);
      if (earlier === undefined) order.push(tool);
      if (earlier !== undefined || !isShared) {
        own.set(tool, withSource(world, tool, { earlier, source, overrides }));
      }
    }
    if (isShared) shared.push({ tools: tools.intersection(permitted), source });
  }
  return { order, find };
}

function withSource(
  world: PolicyWorld,
  tool: number,
  parts: Pick<Exposure, 'source' | 'overrides'> & { readonly earlier: SurfaceTool | undefined },
): SurfaceTool {
  const { earlier, source, overrides } = parts;
  return Object.freeze({
    entry: world.index.entryOf(tool),
    sources: Object.freeze([...(earlier?.sources ?? []), source]),
    overrides: earlier?.overrides ?? overrides,
  });
}
