import { type Principal, speaksFor } from '@mortise/contracts';
import type { CallFollower, FollowedCall, Host, RecordedStep } from '@mortise/host';
import { noteCall } from '../call-feed.ts';

/** A call that has begun and not ended. */
export interface RunningCall extends Omit<FollowedCall, 'shownArguments'> {
  /** Wall clock in ms. */
  readonly at: number;
}

/** A call with everything that is kept of it. */
export interface CallDetail extends ReturnType<typeof noteCall> {
  readonly at: number;
  readonly steps: readonly RecordedStep[];
  /** As they may be shown. */
  readonly shownArguments?: string;
  /** What the budget of its batch cut. */
  readonly trimmed?: { readonly fromChars: number; readonly toChars: number };
}

export interface CallJournalParts {
  readonly host: Host;
  /** Wall clock in ms. */
  readonly now: () => number;
  readonly onStarted: (call: RunningCall) => void;
}

const MOST_KEPT = 500;

/** Calls that run and the last that ended, step by step, while a stream of events is open. */
export class CallJournal implements CallFollower, Disposable {
  readonly #parts: CallJournalParts;
  readonly #running = new Map<FollowedCall, RunningCall>();
  /** The oldest first. Ids come from clients: a later call of the same id takes the place of an earlier. */
  readonly #ended = new Map<string, CallDetail>();
  readonly #leave: readonly (() => void)[];

  constructor(parts: CallJournalParts) {
    this.#parts = parts;
    this.#leave = [
      parts.host.telemetry.follow(this),
      parts.host.on('resultTrimmed', ({ callId, fromChars, toChars }) => {
        const detail = this.#ended.get(callId);
        if (detail !== undefined) {
          this.#ended.set(callId, { ...detail, trimmed: { fromChars, toChars } });
        }
      }),
    ];
  }

  started(call: FollowedCall): void {
    const { shownArguments: _, ...rest } = call;
    const running = { ...rest, at: this.#parts.now() };
    this.#running.set(call, running);
    this.#parts.onStarted(running);
  }

  finished(call: FollowedCall, { report, steps }: Parameters<CallFollower['finished']>[1]): void {
    const at = this.#running.get(call)?.at ?? this.#parts.now();
    this.#running.delete(call);
    const { shownArguments } = call;
    this.#ended.delete(report.callId);
    this.#ended.set(report.callId, {
      ...{ at, ...noteCall(report), steps },
      ...(shownArguments === undefined ? {} : { shownArguments }),
    });
    const [oldest] = this.#ended.keys();
    if (oldest !== undefined && this.#ended.size > MOST_KEPT) this.#ended.delete(oldest);
  }

  /** Those that a principal may see, the oldest first. */
  running(principal: Principal): readonly RunningCall[] {
    return [...this.#running.values()].filter(({ agentId = '' }) => speaksFor(principal, agentId));
  }

  /** `undefined` if it is not known, or not for this principal. */
  find(callId: string, principal: Principal): CallDetail | undefined {
    const detail = this.#ended.get(callId);
    return detail !== undefined && speaksFor(principal, detail.agentId ?? '') ? detail : undefined;
  }

  [Symbol.dispose](): void {
    for (const leave of this.#leave) leave();
  }
}
