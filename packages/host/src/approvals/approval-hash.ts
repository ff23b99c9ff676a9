import { type BoundCall, type HeldCall, hashOf } from '@mortise/contracts';

/** What is decided: exactly this call, under this id, until then. */
export function approvalHash({
  id,
  call,
  expiresAt,
}: Pick<HeldCall, 'id' | 'call' | 'expiresAt'>): string {
  return hashOf('approval', { ...call, id, expiresAt });
}

/** Finds the hold of a call that is asked again: everything that is bound but the hold itself. */
export function requestHash(call: BoundCall): string {
  return hashOf('request', { ...call });
}
