import { type RunCaller, WORKER_SCOPES } from '@mortise/contracts';

/**
 * Which isolate of an extension a caller gets. A caller without a user, in a scope that keeps
 * users apart, shares with its own session alone.
 */
export function scopeKey(caller: RunCaller): string {
  const { perAgent, perUser } = WORKER_SCOPES[caller.workerScope];
  // The scopes of most calls need no quoting: other keys begin with a bracket.
  if (!perUser) return perAgent ? `agent ${caller.agentId}` : '';
  const user =
    caller.userId === undefined ? ['session', caller.sessionKey] : ['user', caller.userId];
  return JSON.stringify(perAgent ? [...user, caller.agentId] : user);
}
