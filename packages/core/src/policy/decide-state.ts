import type { ToolState } from '@mortise/contracts';
import { STATE_OF_PHASE } from './permission-rule.ts';
import type { Resolution } from './resolve-surface.ts';

/** The one answer to "where does this tool stand?": the first phase that stops it, or `active`. */
export function decideState(resolution: Resolution, tool: number): ToolState {
  const { policy, exposed, unavailable, budget } = resolution;
  const blockedBy = policy.blockedBy(tool);
  if (blockedBy !== undefined) return STATE_OF_PHASE[blockedBy.phase];
  if (!exposed.has(tool)) return decideLazyState(resolution, tool);
  if (unavailable.has(tool)) return 'unavailable';
  return budget?.dropped.has(tool) === true ? 'over_budget' : 'active';
}

/** Phase 5b, and phase 6 for what was loaded and quarantined. */
function decideLazyState({ policy, toolkits }: Resolution, tool: number): ToolState {
  const { name } = policy.world.index.entryOf(tool);
  const brings = (toolkit: { readonly tools: readonly { readonly name: string }[] }) =>
    toolkit.tools.some((each) => each.name === name);
  if (toolkits.quarantined.keys().some(brings)) return 'conflict';
  if (toolkits.loadable.some(brings)) return 'loadable';
  return policy.plan.loadout?.verdicts[tool] === 'discoverable' ? 'discoverable' : 'hidden';
}
