import type { AgentConfig, ToolPolicy } from '@mortise/contracts';
import type { PolicyWorld } from '../world/policy-world.ts';

/** A layer of the policy with its name. */
export type PolicyLayer = readonly [layer: string, policy: ToolPolicy];

/** The layers that calls of an agent are held to: that of all, its own, and those of the agents above it. */
export function policyLayers(world: PolicyWorld, agent: AgentConfig): readonly PolicyLayer[] {
  const line = [...lineOf(world, agent)].map(
    ({ id, policy }, above): PolicyLayer => [above === 0 ? 'agent' : `parent ${id}`, policy],
  );
  return [['tools', world.inputs.config.policy], ...line];
}

/** The agent and those above it: it may never do what one of them may not. */
function* lineOf(world: PolicyWorld, agent: AgentConfig): Generator<AgentConfig> {
  const seen = new Set<AgentConfig>();
  let next: AgentConfig | undefined = agent;
  while (next !== undefined && !seen.has(next)) {
    seen.add(next);
    yield next;
    next = world.config.parentOf(next);
  }
}
