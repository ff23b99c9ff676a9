import {
  AGENT_KEYS,
  type AgentConfig,
  DEFAULT_WORKER_SCOPE,
  DEFAULTS_KEYS,
  type HostConfig,
  keyPath,
  type WorkerScope,
} from '@mortise/contracts';

/** How an agent's workers are kept apart: its own word, then the defaults. */
export function workerScopeOf(
  config: Pick<HostConfig, 'defaults'>,
  agent: Pick<AgentConfig, 'workerScope'> | undefined,
): WorkerScope {
  return agent?.workerScope ?? config.defaults.workerScope ?? DEFAULT_WORKER_SCOPE;
}

/** Where the scope of an agent was written. */
export function workerScopePath(
  { defaults }: Pick<HostConfig, 'defaults'>,
  agent: AgentConfig,
): string {
  return agent.workerScope === undefined && defaults.workerScope !== undefined
    ? keyPath(DEFAULTS_KEYS, { path: 'defaults', ...defaults }, 'workerScope')
    : keyPath(AGENT_KEYS, agent, 'workerScope');
}
