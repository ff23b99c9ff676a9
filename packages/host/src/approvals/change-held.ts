import {
  APPROVAL_STATES,
  type ApprovalDecision,
  type ApprovalState,
  type ApprovalUse,
  approvalStateAt,
  type HeldCall,
  type ToolOutcome,
} from '@mortise/contracts';

/** The next form of a hold, or why it cannot come to that: the state that it is in. */
export type HeldChange =
  | { readonly status: 'changed'; readonly next: HeldCall }
  | { readonly status: 'impossible'; readonly state: ApprovalState };

/** A person decided. What is expired stays so; an approval can be taken back until it is used. */
export function decideHeld(held: HeldCall, decision: ApprovalDecision): HeldChange {
  return changeHeld(held, { state: decision.verdict, at: decision.at, parts: { decision } });
}

/** The durable step before tool code starts. */
export function useHeld(
  held: HeldCall,
  { callId, at }: Pick<ApprovalUse, 'callId' | 'at'>,
): HeldChange {
  const use: ApprovalUse = { callId, at, effects: 'unknown' };
  return changeHeld(held, { state: 'used', at, parts: { use } });
}

/** How a call ended that used an approval. */
export function endHeld(held: HeldCall, outcome: ToolOutcome, at: number): HeldChange {
  const { callId = '', at: usedAt = at } = held.use ?? {};
  const use: ApprovalUse = {
    ...{ callId, at: usedAt, endedAt: at },
    outcome: outcome.status === 'ok' ? 'ok' : outcome.code,
    effects: effectsOf(outcome),
  };
  return changeHeld(held, { state: 'ended', at, parts: { use } });
}

export function leaveHeld(held: HeldCall, state: 'expired' | 'cancelled', at: number): HeldChange {
  // Asked of the stored state: what has expired may be written down as such.
  return step(held, held.state, { state, at, parts: {} });
}

interface HeldStep {
  readonly state: ApprovalState;
  readonly at: number;
  readonly parts: Partial<Pick<HeldCall, 'decision' | 'use'>>;
}

function changeHeld(held: HeldCall, change: HeldStep): HeldChange {
  return step(held, approvalStateAt(held, change.at), change);
}

function step(held: HeldCall, from: ApprovalState, { state, parts }: HeldStep): HeldChange {
  const next: readonly ApprovalState[] = APPROVAL_STATES[from].next;
  if (!next.includes(state)) return { status: 'impossible', state: from };
  const { version } = held;
  return {
    status: 'changed',
    next: Object.freeze({ ...held, ...parts, state, version: version + 1 }),
  };
}

function effectsOf(outcome: ToolOutcome): ApprovalUse['effects'] {
  if (outcome.status === 'ok') return 'done';
  return outcome.status === 'refused' ? 'none' : outcome.effects;
}
