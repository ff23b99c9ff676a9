import type { ApprovalState, HeldCall } from '../held-call.ts';

/**
 * Where calls on hold are kept: in this process, in a file, or in a database that several hosts share.
 * Every answer is as of all that was acknowledged before, by any process; what was acknowledged is durable.
 */
export interface ApprovalStore extends AsyncDisposable {
  /** `safe` stores hold nothing and change nothing: nothing is approved then. */
  readonly mode: 'ready' | 'safe';
  /**
   * Adds a hold, in one step with the question whether one for the same `request` stands (see
   * `isStanding`), which is answered in its place, and whether there is room.
   */
  hold(held: HeldCall, bounds: HoldBounds): Promise<HoldAnswer>;
  /** Rejects while it cannot be known. */
  read(id: string): Promise<HeldCall | undefined>;
  /** The oldest change first. Rejects while it cannot be known. */
  list(query: ApprovalQuery): Promise<ApprovalPage>;
  /**
   * Replaces the hold of this id if its version is still `next.version - 1`; answers whether it did.
   * Rejects if nothing can be written.
   */
  replace(next: HeldCall): Promise<boolean>;
  /**
   * Forgets those whose last change and expiry are before this time, a few at a time, and answers how
   * many; counts them only if `dryRun`.
   */
  prune(rule: { readonly endedBefore: number; readonly dryRun: boolean }): Promise<number>;
}

/** How many calls may wait. Those that are decided or expired do not count. */
export interface HoldBounds {
  /** Wall clock, ms. */
  readonly now: number;
  /** Of one agent, user and client. */
  readonly perCaller: number;
  readonly total: number;
}

export type HoldAnswer =
  | { readonly status: 'added'; readonly held: HeldCall }
  | { readonly status: 'standing'; readonly held: HeldCall }
  | { readonly status: 'full'; readonly reason: string }
  | { readonly status: 'refused'; readonly reason: string };

export interface ApprovalQuery {
  /** As stored: what waits may have expired. All if absent. */
  readonly states?: readonly ApprovalState[];
  readonly agentIds?: readonly string[];
  /** Only what changed after this mark of an earlier page. */
  readonly after?: number;
  readonly limit: number;
}

export interface ApprovalPage {
  readonly held: readonly HeldCall[];
  /** Of the last change that was looked at, to go on from. */
  readonly mark: number;
}
