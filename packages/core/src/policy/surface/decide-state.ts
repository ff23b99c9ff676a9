import type { ToolState } from '@mortise/contracts';
import type { PlannedToolkit } from '../exposure/compiled-toolkit.ts';
import { STATE_OF_PHASE } from '../rules/permission-rule.ts';
import type { Resolution } from './resolve-surface.ts';

/** The one answer to "where does this tool stand?": the first phase that stops it, or `active`. */
export function decideState(resolution: Resolution, tool: number): ToolState {
  const { policy, exposed, unavailable } = resolution;
  const blockedBy = policy.blockedBy(tool);
  if (blockedBy !== undefined) return STATE_OF_PHASE[blockedBy.phase];
  if (!exposed.has(tool)) return decideLazyState(resolution, tool);
  if (unavailable.has(tool)) return 'unavailable';
  return isOffered(resolution, tool) ? 'active' : 'over_budget';
}

/** Phases 7 and 8. */
export function isOffered({ unavailable, budget }: OfferParts, tool: number): boolean {
  return !unavailable.has(tool) && budget?.dropped.has(tool) !== true;
}

type OfferParts = Pick<Resolution, 'unavailable' | 'budget'>;

/** Phase 5b, and phase 6 for what was loaded and quarantined. */
function decideLazyState({ policy, toolkits }: Resolution, tool: number): ToolState {
  const brings = (toolkit: PlannedToolkit) => toolkit.brings(tool);
  if (toolkits.quarantined.keys().some(brings)) return 'conflict';
  if (toolkits.loadable.some(brings)) return 'loadable';
  return policy.plan.discoverableTools.has(tool) ? 'discoverable' : 'hidden';
}
