import {
  type CallReport,
  type Disposer,
  type Principal,
  type RunUsage,
  speaksFor,
} from '@mortise/contracts';
import type { Host } from '@mortise/host';

/** A finished call without its arguments and its text: an operator's feed is no place for either. */
export interface FinishedCallNote
  extends Omit<CallReport, 'outcome' | 'args' | 'entry' | 'surface'> {
  /** Grows by one with every call; a reader asks for what came after the last it has seen. */
  readonly sequence: number;
  readonly at: number;
  readonly status: CallReport['outcome']['status'];
  readonly code?: string;
  readonly usage?: RunUsage;
}

const MOST_KEPT = 500;

/** What of a finished call may stand in lists of calls. */
export function noteCall({
  outcome,
  args: _args,
  entry: _entry,
  surface: _surface,
  ...report
}: CallReport): Omit<FinishedCallNote, 'sequence' | 'at'> {
  return {
    ...report,
    status: outcome.status,
    ...(outcome.status === 'ok' ? {} : { code: outcome.code }),
    ...(outcome.usage === undefined ? {} : { usage: outcome.usage }),
  };
}

/** Keeps the last calls of a host, until it is disposed. */
export class CallFeed implements Disposable {
  readonly #notes: FinishedCallNote[] = [];
  readonly #leave: Disposer;
  #sequence = 0;

  constructor(host: Host, now: () => number) {
    this.#leave = host.on('callFinished', (report) => this.#add(report, now()));
  }

  [Symbol.dispose](): void {
    this.#leave();
  }

  /** Those of agents that the principal speaks for, the newest first. */
  recent(
    principal: Principal,
    { limit, after = 0 }: { readonly limit: number; readonly after?: number },
  ): readonly FinishedCallNote[] {
    return this.#notes
      .filter(({ sequence, agentId = '' }) => sequence > after && speaksFor(principal, agentId))
      .slice(-limit)
      .reverse();
  }

  #add(report: CallReport, at: number): void {
    this.#sequence += 1;
    this.#notes.push({ sequence: this.#sequence, at, ...noteCall(report) });
    if (this.#notes.length > MOST_KEPT) this.#notes.shift();
  }
}
