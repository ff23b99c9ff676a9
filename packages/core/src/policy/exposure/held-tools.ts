import { foldName } from '@mortise/contracts';
import type { ToolIndex } from '../selectors/tool-index.ts';
import { ToolSet } from '../selectors/tool-set.ts';
import { exposureLookup } from './exposure.ts';
import type { ExposurePlan } from './exposure-plan.ts';
import type { HeldTool, HeldTools } from './merge-overrides.ts';

/**
 * The permitted tools that an agent has without any toolkit and that a toolkit may bring too, with
 * the overrides that it must bring them with (phase 6).
 */
// What the loadout exposes is not discoverable, so that only static tools can meet a discoverable
// plugin: going through thousands of those would find nothing more.
export function heldTools(index: ToolIndex, plan: ExposurePlan, permitted: ToolSet): HeldTools {
  const exposuresOf = exposureLookup(plan.base);
  const candidates = new Set([
    ...plan.base.flatMap(({ tools }) => (tools instanceof ToolSet ? [] : tools)),
    ...plan.configured.flatMap(({ tools }) => tools.flatMap(({ name }) => index.exact(name) ?? [])),
  ]);
  const held = new Map<string, HeldTool>();
  for (const tool of candidates) {
    const exposures = permitted.has(tool) ? exposuresOf(tool) : [];
    const [first] = exposures;
    if (first === undefined) continue;
    const { name } = index.entryOf(tool);
    const sources = exposures.map(({ source }) => source);
    held.set(foldName(name), { name, overrides: first.overrides, sources });
  }
  return held;
}
