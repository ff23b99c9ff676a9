import type { ApprovalQuery, HeldCall } from '@mortise/contracts';

/** Whether a hold is what a query asks for, its place in the order of changes apart. */
export function isSelected(
  { state, call }: HeldCall,
  { states, agentIds }: Pick<ApprovalQuery, 'states' | 'agentIds'>,
): boolean {
  return (
    (states === undefined || states.includes(state)) &&
    (agentIds === undefined || agentIds.includes(call.agentId))
  );
}
