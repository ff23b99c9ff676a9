import type { RunCaller } from '@mortise/contracts';

/**
 * Which isolate of an extension a caller gets. A caller without a user in a scope that
 * isolates users shares with nobody but its own session.
 */
export function scopeKey(caller: RunCaller): string {
  if (caller.workerScope === 'shared') return '';
  const user =
    caller.userId === undefined ? ['session', caller.sessionKey] : ['user', caller.userId];
  return JSON.stringify(caller.workerScope === 'user' ? user : [...user, caller.agentId]);
}
