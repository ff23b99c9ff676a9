import { type CallFault, FRAME_END } from '../wire/frame.ts';
import type { IsolateLimits } from '../wire/isolate-limits.ts';
import type { SeqTable } from '../wire/seq-table.ts';
import type { IsolateReporter } from './isolate-reporter.ts';
import type { IsolateTimers } from './isolate-timers.ts';
import { type GuestFrame, readGuestFrame } from './read-guest-frame.ts';
import type { RunningCall } from './running-call.ts';

/** How a registration ended, as its guest says. */
export type RegistrationFrame = Extract<
  GuestFrame,
  { readonly kind: 'registered' | 'unregistered' }
>;

export interface GuestRequestsParts {
  readonly limits: IsolateLimits;
  readonly calls: SeqTable<RunningCall>;
  readonly timers: IsolateTimers;
  readonly report: IsolateReporter;
  readonly state: () => 'loading' | 'open' | 'gone';
  readonly onRegistration: (line: RegistrationFrame) => void;
  /** It was ended here, and its guest does not know. */
  readonly onLimit: (call: RunningCall) => void;
  /** No call is left and nothing may run any more. */
  readonly onIdle: () => void;
}

/** Does what a guest says after an entry: passes on results and questions, starts timers, counts. */
export class GuestRequests {
  readonly #parts: GuestRequestsParts;

  constructor(parts: GuestRequestsParts) {
    this.#parts = parts;
  }

  /** False as soon as there is something that the prelude would not say now. */
  handle(text: string): boolean {
    let start = 0;
    for (let end = text.indexOf(FRAME_END); end >= 0; end = text.indexOf(FRAME_END, start)) {
      const line = readGuestFrame(text.slice(start, end));
      if (line === undefined || !this.#handleFrame(line)) return false;
      if (this.#parts.state() === 'gone') return true;
      start = end + 1;
    }
    return true;
  }

  /** Ends a call without a result. */
  end(call: RunningCall, fault: CallFault, json?: string): void {
    this.#parts.report.ended(call, fault, json);
    this.#remove(call);
  }

  #handleFrame(line: GuestFrame): boolean {
    const { calls, timers, report } = this.#parts;
    switch (line.kind) {
      case 'timer':
        return this.#startTimer(line.id, line.ms);
      case 'untimer':
        timers.stop(line.id);
        return true;
      case 'registered':
      case 'unregistered':
        if (this.#parts.state() !== 'loading') return false;
        this.#parts.onRegistration(line);
        return true;
      case 'log':
        report.log(calls.get(line.seq), line.level, line.json);
        return true;
      default: {
        // A call that is over is not worth a word.
        const call = calls.get(line.seq);
        if (call !== undefined) this.#handleForCall(line, call);
        return true;
      }
    }
  }

  #handleForCall(line: Extract<GuestFrame, { readonly seq: number }>, call: RunningCall): void {
    const { report } = this.#parts;
    switch (line.kind) {
      case 'returned':
      case 'text':
        report.returned(call, line.kind, line.fields);
        this.#remove(call);
        return;
      case 'faulted':
        this.end(call, line.fault, line.json);
        return;
      case 'progress':
        report.progress(call, line.json);
        return;
      case 'ask':
        this.#ask(call, line);
    }
  }

  #ask(call: RunningCall, line: GuestFrame & { readonly kind: 'ask' }): void {
    const { hostCallsPerCall, argumentBytes } = this.#parts.limits;
    const tooLong = `"It asked the host with more than ${argumentBytes} characters."`;
    call.hostCalls += 1;
    if (call.hostCalls > hostCallsPerCall) this.#endAtLimit(call);
    else if (line.jsonChars > argumentBytes) this.#endAtLimit(call, tooLong);
    else this.#parts.report.ask(line.fields);
  }

  #endAtLimit(call: RunningCall, json?: string): void {
    this.end(call, 'host_call_limit', json);
    this.#parts.onLimit(call);
  }

  /** One that was asked for after the last call had answered would run between calls. */
  #startTimer(id: number, ms: number): boolean {
    const { state, calls, timers, onIdle } = this.#parts;
    const isBetweenCalls = state() === 'open' && calls.size === 0;
    if (!isBetweenCalls) return timers.start(id, ms);
    onIdle();
    return true;
  }

  /** Nothing runs between calls: the last one takes the timers of the isolate with it. */
  #remove(call: RunningCall): void {
    const { calls, timers, onIdle } = this.#parts;
    calls.delete(call.seq);
    if (calls.size === 0 && timers.size > 0) onIdle();
  }
}
