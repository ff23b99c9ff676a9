import {
  AGENT_KEYS,
  ERROR_CODES,
  keyPath,
  type SkippedTool,
  shellWord,
  type ToolState,
} from '@mortise/contracts';
import type { PlannedToolkit } from '../exposure/compiled-toolkit.ts';
import { allowRemedy, orderRemedies } from '../rules/remedy-commands.ts';
import { LOAD_TOOLS } from '../selectors/control-plane-names.ts';
import type { Resolution } from '../surface/resolve-surface.ts';

/** What an operator would change to make a tool active, in the order of the phases that stop it. */
export function remediesFor(
  resolution: Resolution,
  tool: number,
  state: ToolState,
): readonly string[] {
  if (state === 'active') return [];
  const { policy, unavailable } = resolution;
  const remedies: string[] = [];
  for (const rule of policy.rules) if (rule.blocked.has(tool)) remedies.push(rule.remedy(tool));
  remedies.push(...exposureRemedies(resolution, tool));
  if (unavailable.has(tool)) remedies.push(unavailableRemedy(resolution, tool));
  if (state === 'over_budget') remedies.push(budgetRemedy(resolution));
  if (remedies.length < 2) return remedies;
  return orderRemedies(
    remedies,
    allowRemedy(policy.agent.id, policy.world.index.entryOf(tool).name),
  );
}

export function skippedRemedy({ code }: SkippedTool): string {
  return ERROR_CODES[code].hint;
}

function exposureRemedies(resolution: Resolution, tool: number): readonly string[] {
  const { policy, toolkits } = resolution;
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
    return [loadRemedy(agent.id, loadable.name), allowRemedy(agent.id, name)];
  }
  if (plan.discoverableTools.has(tool)) {
    return [loadRemedy(agent.id, world.index.unitOf(tool).name), allowRemedy(agent.id, name)];
  }
  return [allowRemedy(agent.id, name)];
}

/** For the session that the command asks for; a model does the same in its own. */
function loadRemedy(agentId: string, toolkit: string): string {
  const json = shellWord(JSON.stringify({ toolkit }));
  return `Run \`mortise call ${LOAD_TOOLS} ${json} --agent ${shellWord(agentId)}\`.`;
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

function budgetRemedy({ policy, budget }: Resolution): string {
  const path = keyPath(AGENT_KEYS, policy.agent, 'toolTokenBudget');
  return `Set ${path} to ${budget?.total} or more, or deny the agent a tool that it needs less.`;
}
