import type { CallClaim, CallEnd, ClaimAnswer } from '@mortise/contracts';

/** What a store keeps of one call. */
export interface CallRow {
  readonly request: string;
  readonly run: string;
  readonly state: 'running' | 'ended' | 'lost';
  readonly runs: number;
  /** By the clock of the store, ms. */
  readonly heldUntil: number;
  readonly outcome: string | undefined;
}

/** What is said, and what is written first: the run is replaced by the one that asks, or is given up. */
export interface ClaimDecision {
  readonly answer: ClaimAnswer;
  readonly write?: 'take_over' | 'give_up';
}

/** Decides a claim on a call that is known. One rule for all stores; `now` is the clock that `heldUntil` goes by. */
export function decideClaim(row: CallRow, claim: CallClaim, now: number): ClaimDecision {
  if (row.request !== claim.request) return { answer: { status: 'other_request' } };
  if (row.state !== 'running') return { answer: endOf(row) };
  if (row.run === claim.run) return { answer: { status: 'granted', runs: row.runs } };
  if (row.heldUntil > now) return { answer: { status: 'running' } };
  if (row.runs < claim.mostRuns) {
    return { write: 'take_over', answer: { status: 'granted', runs: row.runs + 1 } };
  }
  // For good: a host that comes back after this was said must not say anything else.
  return { write: 'give_up', answer: { status: 'lost' } };
}

/** How a call ended that does not run any more. */
export function endOf({ state, outcome }: CallRow): CallEnd {
  return state === 'ended' && outcome !== undefined
    ? { status: 'ended', outcome }
    : { status: 'lost' };
}

/** A row as a database gives it. */
export function readCallRow(row: Readonly<Record<string, unknown>>): CallRow {
  const { state, outcome } = row;
  return {
    request: String(row['request']),
    run: String(row['run']),
    state: state === 'running' || state === 'ended' ? state : 'lost',
    runs: Number(row['runs']),
    heldUntil: Number(row['held_until']),
    outcome: typeof outcome === 'string' ? outcome : undefined,
  };
}
