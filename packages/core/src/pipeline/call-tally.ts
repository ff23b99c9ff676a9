import type { CallReport } from '@mortise/contracts';
import type { HostHooks } from '../hooks/host-hooks.ts';

export interface TallyCounts {
  readonly calls: number;
  /** By outcome: `ok`, or the code of a refusal or failure. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Reducers that threw or broke a rule, by tool. */
  readonly reducerFaults: ReadonlyMap<string, number>;
}

/** Counts what happened to calls, for metrics and for tests of what the logs say. */
export class CallTally {
  #calls = 0;
  readonly #outcomes = new Map<string, number>();
  readonly #reducerFaults = new Map<string, number>();

  /** Counts all calls that a host tells of. */
  follow({ callFinished }: HostHooks): void {
    callFinished.tap('mortise-tally', (report) => this.record(report));
  }

  record(report: CallReport): void {
    const { outcome, reducer, toolName } = report;
    this.#calls += 1;
    addOne(this.#outcomes, outcome.status === 'ok' ? 'ok' : outcome.code);
    if (reducer === 'failed' || reducer === 'rejected') addOne(this.#reducerFaults, toolName);
  }

  counts(): TallyCounts {
    return {
      calls: this.#calls,
      outcomes: new Map(this.#outcomes),
      reducerFaults: new Map(this.#reducerFaults),
    };
  }
}

function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
