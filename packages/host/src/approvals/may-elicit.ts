import type { HeldCall, ResolvedApprovals } from '@mortise/contracts';

/** Whether the client that asked may put the question to its user: as the rule says, else as is set for its agent. */
export function mayElicit(
  { approver, call: { agentId, operation } }: Pick<HeldCall, 'approver' | 'call'>,
  { elicit }: Pick<ResolvedApprovals, 'elicit'>,
): boolean {
  // The call that is about to do something runs already: its client gets no question.
  if (operation !== undefined) return false;
  if (approver !== undefined) return approver === 'user';
  return typeof elicit === 'boolean' ? elicit : elicit.includes(agentId);
}
