import { CAPABILITY_LIST, DYNAMIC_TOOL_NAMES } from '../toolkits/control-plane-names.ts';
import { type Exposure, type ExposurePlan, NO_OVERRIDES } from './exposure-plan.ts';
import type { ToolIndex } from './tool-index.ts';

/** Who can load something gets the tools to do so without listing them (M-2, J-5). */
export function controlPlaneExposure(
  index: ToolIndex,
  plan: ExposurePlan,
  isPermitted: (tool: number) => boolean,
): readonly Exposure[] {
  const verdicts = plan.loadout?.verdicts ?? [];
  const discovers = verdicts.some(
    (verdict, tool) => verdict === 'discoverable' && isPermitted(tool),
  );
  const names = plan.configured.length > 0 || discovers ? [...DYNAMIC_TOOL_NAMES] : [];
  if (discovers) names.push(CAPABILITY_LIST);
  return names.flatMap((name) => {
    const tool = index.controlPlaneTool(name);
    return tool === undefined ? [] : { tool, source: 'control plane', overrides: NO_OVERRIDES };
  });
}
