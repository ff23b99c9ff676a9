import {
  AGENT_KEYS,
  ERROR_CODES,
  keyPath,
  type SkippedTool,
  type ToolState,
} from '@mortise/contracts';
import type { PlannedToolkit } from '../exposure/compiled-toolkit.ts';
import type { Resolution } from '../surface/resolve-surface.ts';

/** What an operator would change to make a tool active, in the order of the phases that stop it. */
export function remediesFor(
  resolution: Resolution,
  tool: number,
  state: ToolState,
): readonly string[] {
  if (state === 'active') return [];
  const { policy, unavailable } = resolution;
  const permission = policy.rules
    .filter((rule) => rule.blocked.has(tool))
    .map((rule) => rule.remedy(tool));
  return [
    ...permission,
    ...exposureRemedies(resolution, tool),
    ...(unavailable.has(tool) ? [unavailableRemedy(resolution, tool)] : []),
    ...(state === 'over_budget' ? [budgetRemedy(resolution)] : []),
  ];
}

export function skippedRemedy({ code }: SkippedTool): string {
  return ERROR_CODES[code].hint;
}

function exposureRemedies(resolution: Resolution, tool: number): readonly string[] {
  const { policy, toolkits, state } = resolution;
  if (resolution.exposuresOf(tool).length > 0) return [];
  const { agent, world, plan } = policy;
  const { name } = world.index.entryOf(tool);
  if (world.index.isControlPlane(tool))
    return [controlPlaneRemedy([...policy.controlPlane.tools].length > 0)];
  const brings = (toolkit: PlannedToolkit) => toolkit.brings(tool);
  const conflicting = [...toolkits.quarantined.keys()].find(brings);
  if (conflicting !== undefined) {
    return [`Make the overrides in toolkit "${conflicting.name}" equal to those of its rivals.`];
  }
  const loadable = toolkits.loadable.find(brings);
  if (loadable !== undefined) {
    const initial = `add it to ${keyPath(AGENT_KEYS, agent, 'initialToolkits')}`;
    return [
      state.hasSession
        ? `Load toolkit "${loadable.name}" with load_tools, or ${initial}.`
        : `Open a session and load toolkit "${loadable.name}", or ${initial}.`,
    ];
  }
  if (plan.discoverableTools.has(tool)) {
    return [`Load "${world.index.unitOf(tool).name}" with load_tools, or add it to the loadout.`];
  }
  return [`Add "${name}" to ${agent.path}.tools, or to a toolkit the agent may load.`];
}

function controlPlaneRemedy(isPlanned: boolean): string {
  return isPlanned
    ? 'Open a session; without one there is nothing to load into.'
    : 'Give the agent allowed_toolkits or a loadout with something to discover.';
}

function unavailableRemedy({ policy }: Resolution, tool: number): string {
  const { origin } = policy.world.index.entryOf(tool);
  return origin.kind === 'core'
    ? 'Wait until the tool says that it is available again.'
    : 'Look at the state of its origin with `mortise doctor`.';
}

function budgetRemedy({ policy }: Resolution): string {
  const path = keyPath(AGENT_KEYS, policy.agent, 'toolTokenBudget');
  return `Raise ${path}, or expose fewer tools.`;
}
