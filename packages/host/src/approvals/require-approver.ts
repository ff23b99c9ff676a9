import {
  type HeldCall,
  hasRole,
  MortiseError,
  type Principal,
  speaksFor,
} from '@mortise/contracts';

/** Who asks does not answer. */
export function requireApprover(principal: Principal, held: HeldCall): void {
  const isOwn = principal.kind === 'client' && principal.id === held.principalId;
  const may = hasRole(principal, 'approve') && speaksFor(principal, held.call.agentId);
  if (!may || isOwn) throw new MortiseError('approval_forbidden', held.id);
}
