import { readGuestResult } from '../wire/call-frames.ts';
import type { CallFault } from '../wire/faults.ts';
import { FRAME_END, type QuotedText, quote } from '../wire/frame-codec.ts';
import { type GuestFrame, readGuestFrame } from '../wire/guest-to-runner.ts';
import { hostCallWeight } from '../wire/host-call-weight.ts';
import type { IsolateLimits } from '../wire/isolate-limits.ts';
import type { IsolateComputations } from './compute/isolate-computations.ts';
import type { IsolateReporter } from './isolate-reporter.ts';
import type { IsolateTimers } from './isolate-timers.ts';
import type { RunnerCall } from './runner-call.ts';
import type { RunningCalls } from './running-calls.ts';

/** How a registration ended, as its guest says. */
export type RegistrationFrame = Extract<
  GuestFrame,
  { readonly kind: 'registered' | 'unregistered' }
>;
type CallFrame = Extract<
  GuestFrame,
  { readonly kind: 'faulted' | 'unchecked' | 'progress' | 'ask' }
>;

export interface GuestRequestsParts {
  readonly limits: IsolateLimits;
  readonly calls: RunningCalls;
  readonly timers: IsolateTimers;
  readonly computations: IsolateComputations;
  readonly report: IsolateReporter;
  readonly state: () => 'loading' | 'open' | 'gone';
  readonly onRegistration: (frame: RegistrationFrame) => void;
  /** It was ended here, and its guest does not know. */
  readonly onLimit: (call: RunnerCall) => void;
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
      if (!this.#handleText(text.slice(start, end))) return false;
      if (this.#parts.state() === 'gone') return true;
      start = end + 1;
    }
    return true;
  }

  /** Passes on the answers that the guest has kept. */
  passAnswers(frames: Buffer): void {
    this.#parts.report.answered(frames, this.#settle);
  }

  readonly #settle = (seq: number): number | undefined => {
    const call = this.#parts.calls.get(seq);
    if (call !== undefined) this.#remove(call);
    return call?.cpuMicros;
  };

  /** Ends a call without a result. */
  end(call: RunnerCall, fault: CallFault, message?: QuotedText): void {
    this.#parts.report.ended(call, fault, message);
    this.#remove(call);
  }

  /** Results first: every call has one. What is said for a call that is over is dropped. */
  #handleText(text: string): boolean {
    const result = readGuestResult(text);
    if (result === undefined) {
      const frame = readGuestFrame(text);
      return frame !== undefined && this.#handleFrame(frame);
    }
    const call = this.#parts.calls.get(result.seq);
    if (call === undefined) return true;
    this.#parts.report.returned(call, result);
    this.#remove(call);
    return true;
  }

  #handleFrame(frame: GuestFrame): boolean {
    const { calls, timers, report } = this.#parts;
    switch (frame.kind) {
      case 'timer':
        return this.#startTimer(frame.id, frame.ms);
      case 'compute':
        return this.#startComputation(frame);
      case 'untimer':
        timers.stop(frame.id);
        return true;
      case 'registered':
      case 'unregistered':
        if (this.#parts.state() !== 'loading') return false;
        this.#parts.onRegistration(frame);
        return true;
      case 'log':
        report.log(calls.get(frame.seq), frame.level, frame.message);
        return true;
      case 'faulted':
      case 'unchecked':
      case 'progress':
      case 'ask': {
        const call = calls.get(frame.seq);
        if (call !== undefined) this.#handleForCall(frame, call);
        return true;
      }
      default:
        return frame satisfies never;
    }
  }

  #handleForCall(frame: CallFrame, call: RunnerCall): void {
    if (frame.kind === 'faulted') this.end(call, frame.fault, frame.message);
    else if (frame.kind === 'unchecked') this.#parts.calls.markUnchecked(call);
    else if (frame.kind === 'progress') this.#parts.report.progress(call, frame.json);
    else this.ask(call, frame);
  }

  /** Passes a host call on; false if it was one too many, or too large, and ended its call. */
  ask(call: RunnerCall, frame: GuestFrame & { readonly kind: 'ask' }): boolean {
    const { hostCallsPerCall, hostCallBytes } = this.#parts.limits;
    const weight = hostCallWeight(frame.name);
    if (call.countHostCall(weight) > hostCallsPerCall) return this.#endAtLimit(call);
    if (frame.input.length > hostCallBytes)
      return this.#endAtLimit(
        call,
        quote(`It asked the host with more than ${hostCallBytes} characters.`),
      );
    this.#parts.report.ask(frame);
    return true;
  }

  #endAtLimit(call: RunnerCall, message?: QuotedText): false {
    this.end(call, 'host_call_limit', message);
    this.#parts.onLimit(call);
    return false;
  }

  /** One that was asked for after the last call had answered would run between calls. */
  #startTimer(id: number, ms: number): boolean {
    const { state, calls, timers, onIdle } = this.#parts;
    const isBetweenCalls = state() === 'open' && calls.size === 0;
    if (!isBetweenCalls) return timers.start(id, ms);
    onIdle();
    return true;
  }

  #startComputation({ id, name, input }: GuestFrame & { readonly kind: 'compute' }): boolean {
    const { state, calls, computations, onIdle } = this.#parts;
    const isBetweenCalls = state() === 'open' && calls.size === 0;
    if (!isBetweenCalls) return computations.start(id, name, input);
    onIdle();
    return true;
  }

  /** Nothing runs between calls: the last one takes the timers of the isolate with it. */
  #remove(call: RunnerCall): void {
    const { calls, timers, computations, onIdle } = this.#parts;
    calls.delete(call.seq);
    if (calls.size === 0 && timers.size + computations.size > 0) onIdle();
  }
}
