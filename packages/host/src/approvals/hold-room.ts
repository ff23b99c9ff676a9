import type { HeldCall, HoldBounds } from '@mortise/contracts';

/**
 * Whose calls share the places of waiting calls: those of one agent for one user by one client. A client that
 * asks for much takes none of another one's places.
 */
export function callerOf({
  call: { agentId, userId, principalId },
}: Pick<HeldCall, 'call'>): string {
  return JSON.stringify([agentId, userId ?? null, principalId]);
}

/** Why one more call may not wait; `undefined` if it may. */
export function roomFor(
  waiting: { readonly ofCaller: number; readonly total: number },
  { perCaller, total }: HoldBounds,
): string | undefined {
  if (waiting.ofCaller >= perCaller)
    return `${perCaller} calls of this agent, user and client wait already.`;
  return waiting.total >= total ? `${total} calls of this host wait already.` : undefined;
}
