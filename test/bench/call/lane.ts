/** One way to run the echo tool, inside a process of its own. */
export interface Lane extends AsyncDisposable {
  /** Answers the text that came back; the driver checks it. */
  call(): string | Promise<string>;
  /** Processes whose CPU counts as the cost of a call, besides this one. */
  childPids(): readonly number[];
  /** This process only asks: what it uses itself is no cost of the call. */
  readonly isClient?: boolean;
}

export type OpenLane = () => Promise<Lane>;

/** What the bench asks a lane for. */
export interface RoundOrder {
  readonly inFlight: number;
  readonly ms: number;
  /** Goes on beyond its time until this many are done. */
  readonly minCalls?: number;
}

/** What one round of a lane showed. Times in µs; CPU is that of every process of the lane. */
export interface Round {
  readonly calls: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuPerCall: number;
  readonly perSecond: number;
}
