import type { AgentConfig } from '@mortise/contracts';

/** An agent without configuration: the global policy and the defaults are all it has. */
export function unconfiguredAgent(id: string): AgentConfig {
  const path = `agents.${id}`;
  return { id, path, policy: { path: `${path}.tools`, byProvider: [] }, metadata: {} };
}
