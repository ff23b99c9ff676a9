/** A part of a limit that a host takes from what all hosts share. */
export interface RateTake {
  /** Whose limit it is. */
  readonly key: string;
  /** At most so many; fewer are given where fewer are left. */
  readonly amount: number;
  /** Of all hosts together within the window. */
  readonly limit: number;
  /** The window: its number, and when it ends (wall clock in ms). */
  readonly window: RateWindow;
}

/** One stretch of time in which a limit counts; windows follow each other without a gap. */
export interface RateWindow {
  readonly startsAt: number;
  readonly endsAt: number;
}

export interface RateTaken {
  /** Between 0 and what was asked for. */
  readonly taken: number;
  /** By all hosts, this taking included. */
  readonly used: number;
}

/** What is counted under one key. */
export interface RateCount {
  readonly key: string;
  readonly used: number;
  /** Absent for places. */
  readonly window?: RateWindow;
}

/** Places for calls that run at the same time, held by one host for a while. */
export interface RatePlaces {
  readonly key: string;
  /** The host. */
  readonly holder: string;
  /** How many it wants to hold from now on; 0 gives all back. */
  readonly count: number;
  /** Of all hosts together. */
  readonly limit: number;
  /** Wall clock in ms. */
  readonly now: number;
  /** How long they stay its own unless it asks again. */
  readonly holdMs: number;
}

/**
 * Where rates and budgets are counted: in this process, in a file, or in a database that several hosts
 * share. Each method is one step that no other host can come between.
 */
export interface RateStore extends AsyncDisposable {
  /** Takes what is left, up to what is asked for. A negative amount gives back, never below nothing. */
  take(take: RateTake): Promise<RateTaken>;
  /** Counts although the limit may be passed: what was spent is spent. */
  spend(take: Omit<RateTake, 'limit'>): Promise<RateTaken>;
  /** Holds places and answers how many of those wanted it has now. */
  hold(places: RatePlaces): Promise<number>;
  /** What is counted in windows that contain this time, and how many places are held then. */
  list(now: number): Promise<readonly RateCount[]>;
  /** Forgets windows that ended before this time. */
  prune(endedBefore: number): Promise<number>;
}
