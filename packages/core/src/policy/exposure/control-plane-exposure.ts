import { CAPABILITY_LIST, DYNAMIC_TOOL_NAMES } from '../selectors/control-plane-names.ts';
import type { ToolIndex } from '../selectors/tool-index.ts';
import type { ToolSet } from '../selectors/tool-set.ts';
import { type Exposure, NO_OVERRIDES } from './exposure.ts';
import type { ExposurePlan } from './exposure-plan.ts';

/** An agent that can load something gets the tools to do so without listing them. */
export function controlPlaneExposure(
  index: ToolIndex,
  plan: ExposurePlan,
  permitted: ToolSet,
): Exposure {
  const discovers = !plan.discoverableTools.intersection(permitted).isEmpty();
  const names = plan.configured.length > 0 || discovers ? [...DYNAMIC_TOOL_NAMES] : [];
  if (discovers) names.push(CAPABILITY_LIST);
  const tools = names
    .flatMap((name) => index.exact(name) ?? [])
    .filter((tool) => index.isControlPlane(tool));
  return { tools, source: 'control plane', overrides: NO_OVERRIDES };
}
