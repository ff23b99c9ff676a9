import {
  type AgentConfig,
  DEFAULT_WORKER_SCOPE,
  type HostConfig,
  type WorkerScope,
} from '@mortise/contracts';

/** How an agent's workers are kept apart: its own word, then the defaults. */
export function workerScopeOf(
  config: Pick<HostConfig, 'defaults'>,
  agent: Pick<AgentConfig, 'workerScope'> | undefined,
): WorkerScope {
  return agent?.workerScope ?? config.defaults.workerScope ?? DEFAULT_WORKER_SCOPE;
}
