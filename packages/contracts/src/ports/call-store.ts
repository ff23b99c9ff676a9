/**
 * Where calls are written down that must not run twice, whichever host is asked: in this process, in a file,
 * or in a database that several hosts share. What it answers decides who runs a call, in one step that no other
 * host can come between; what was acknowledged is durable. Rejects while it cannot be known: nothing runs then.
 */
export interface CallStore extends AsyncDisposable {
  /** Asks to run a call. Asking again with the same `run` says the same. */
  claim(claim: CallClaim): Promise<ClaimAnswer>;
  /** These stay their hosts' own for `holdMs` from now, as far as they still run. Others of the same hosts do not. */
  renew(runs: readonly CallRun[], holdMs: number): Promise<void>;
  /**
   * Writes down how a run ended, as JSON text. Answers what the store says of the call from now on: that, or the end
   * that another one was told meanwhile.
   */
  end(run: CallRun, outcome: string): Promise<CallEnd>;
  /**
   * The run did not begin: the call may be asked for again as if the run never was; one that took over leaves the run
   * before it as lost as it was. Nothing if it is not its own any more.
   */
  release(run: CallRun): Promise<void>;
  /** Forgets calls that ended before this time (wall clock in ms), and answers how many. */
  prune(endedBefore: number): Promise<number>;
}

/** One attempt at one call. */
export interface CallRun {
  /** Of the call: the same for every request for it, whenever. */
  readonly id: string;
  /** Of the attempt. */
  readonly run: string;
}

export interface CallClaim extends CallRun {
  /** Hash of what is asked for: the same id with another request is a mistake of the caller. */
  readonly request: string;
  /** The host that would run it. */
  readonly holder: string;
  /** How long it stays its own unless it is renewed. */
  readonly holdMs: number;
  /** Of one call; beyond it a run that was lost stays lost. 1 for a tool that does not say it may run twice. */
  readonly mostRuns: number;
  /** Wall clock in ms. */
  readonly now: number;
}

/**
 * How a call ended for all who ask: with an outcome (empty if it is not kept any more), or without: its host was lost,
 * and its effects are unknown.
 */
export type CallEnd =
  | { readonly status: 'ended'; readonly outcome: string }
  | { readonly status: 'lost' };

export type ClaimAnswer =
  /** This run is the one. `runs` counts it. */
  | { readonly status: 'granted'; readonly runs: number }
  /** Another run goes on, as far as can be known. */
  | { readonly status: 'running' }
  /** The id is that of another request. */
  | { readonly status: 'other_request' }
  | CallEnd;
