/** What a benchmark is asked for. */
export interface BenchOptions {
  /** Only to show that it works. */
  readonly isQuick: boolean;
  /** The folder of another checkout, to compare with it in place of the usual comparison. */
  readonly against?: string;
}

/** What a benchmark found. Ratios against a baseline of the same run, never wall time alone. */
export interface BenchResult {
  /** For people, one line each. */
  readonly rows: readonly string[];
  readonly ratios: Readonly<Record<string, number>>;
  /** What each of them may be at most, where that was agreed. */
  readonly goals?: Readonly<Record<string, number>>;
}
