import type { ToolExplanation, ToolState } from '@mortise/contracts';
import { decideState } from '../surface/decide-state.ts';
import type { Resolution } from '../surface/resolve-surface.ts';
import { explainTool } from './explain-tool.ts';

/** A tool that stands elsewhere on the other side; `absent` if it is not registered there. */
export interface SurfaceDifference {
  readonly tool: string;
  readonly before: ToolState | 'absent';
  readonly after: ToolState | 'absent';
  /** Why, on the side that has the tool; after first. */
  readonly explanation: ToolExplanation;
}

/** Compares two agents, two configurations or two registries, by registered name, in registry order. */
export function diffSurfaces(before: Resolution, after: Resolution): readonly SurfaceDifference[] {
  const [old, fresh] = [before.policy.world.index, after.policy.world.index];
  const gone = old.all.filter((tool) => fresh.exact(old.entryOf(tool).name) === undefined);
  const changed = fresh.all.flatMap((tool) => {
    const { name } = fresh.entryOf(tool);
    const twin = old.exact(name);
    const was = twin === undefined ? 'absent' : decideState(before, twin);
    const is = decideState(after, tool);
    if (was === is) return [];
    return { tool: name, before: was, after: is, explanation: explainTool(after, tool) } as const;
  });
  return [
    ...changed,
    ...gone.map((tool) => ({
      tool: old.entryOf(tool).name,
      before: decideState(before, tool),
      after: 'absent' as const,
      explanation: explainTool(before, tool),
    })),
  ];
}
