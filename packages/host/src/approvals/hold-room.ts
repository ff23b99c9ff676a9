import type { HeldCall, HoldBounds } from '@mortise/contracts';

/** Whose calls share the places of waiting calls: those of one agent for one user. */
export function callerOf({ call: { agentId, userId } }: Pick<HeldCall, 'call'>): string {
  return JSON.stringify(userId === undefined ? [agentId] : [agentId, userId]);
}

/** Why one more call may not wait; `undefined` if it may. */
export function roomFor(
  waiting: { readonly ofCaller: number; readonly total: number },
  { perCaller, total }: HoldBounds,
): string | undefined {
  if (waiting.ofCaller >= perCaller)
    return `${perCaller} calls of this agent and user wait already.`;
  return waiting.total >= total ? `${total} calls of this host wait already.` : undefined;
}
