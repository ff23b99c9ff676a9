import { performance } from 'node:perf_hooks';
import type { IsolateLoss } from '../wire/faults.ts';
import { quote } from '../wire/frame-codec.ts';
import type { AskNow, GuestEntries, GuestEntryName } from '../wire/guest-entries.ts';
import { type ComputedJob, IsolateComputations } from './compute/isolate-computations.ts';
import type { Entry } from './guest-engine.ts';
import { GuestRequests } from './guest-requests.ts';
import { charge, IsolateEntry, type TimedEntry } from './isolate-entry.ts';
import type { IsolateParts } from './isolate-parts.ts';
import { IsolateReporter } from './isolate-reporter.ts';
import { IsolateTimers } from './isolate-timers.ts';
import type { LoadEvents } from './load-events.ts';
import type { RunnerCall } from './runner-call.ts';
import { NO_CALLS, RunningCalls } from './running-calls.ts';

/** Of entries that run nothing but the prelude. */
const OWN_CODE = { timeoutMs: 0, mustStop: false };
/** To take what a guest has said before it was stopped; what else it would do then is stopped, too. */
const RETAKE = { calls: NO_CALLS, wallMs: 100, mustStop: true };

/** Entered for several calls at once, or for one. */
export interface CallsEntry {
  readonly calls: readonly RunnerCall[];
  readonly pieces: string[];
  readonly wallMs: number;
}

/** A guest that can be entered: the calls that run in it, what it says after every entry, and its end. */
export class LiveIsolate {
  readonly calls = new RunningCalls();
  readonly report: IsolateReporter;
  readonly requests: GuestRequests;
  readonly #parts: IsolateParts;
  readonly #load: LoadEvents;
  readonly #entry: IsolateEntry;
  readonly #timers = new IsolateTimers((id) => this.#fireTimer(id));
  readonly #computations: IsolateComputations;
  /** Calls that were ended here in the middle of what their guest said. */
  readonly #limited: RunnerCall[] = [];
  #state: 'loading' | 'open' | 'gone' = 'loading';
  /** It said in the middle of an entry what the prelude would not say. */
  #isBroken = false;

  constructor(parts: IsolateParts, load: LoadEvents) {
    const { limits } = parts.spec;
    this.#parts = parts;
    this.#load = load;
    this.#entry = new IsolateEntry(parts);
    this.report = new IsolateReporter({
      isolate: parts.id,
      send: parts.send,
      sendBytes: parts.sendBytes,
      heapBytes: () => parts.engine.heapBytes(),
      logLines: limits.logLinesPerCall,
    });
    this.#computations = new IsolateComputations({
      onComputed: (job) => this.#takeComputed(job),
      cpuMicros: () => parts.clock.processMicros(),
    });
    this.requests = new GuestRequests({
      limits,
      computations: this.#computations,
      calls: this.calls,
      timers: this.#timers,
      report: this.report,
      state: () => this.#state,
      onRegistration: (frame) => load.onRegistration(frame),
      onLimit: (call) => this.#limited.push(call),
      onIdle: () => this.#goIdle(),
    });
  }

  /**
   * A guest asks the host and stands still until it is answered: this runs in the middle of an entry, so
   * that nothing here may enter the guest or end its isolate.
   */
  readonly askNow: AskNow = (said, seq, id, name, input) => {
    if (said !== '' && !this.requests.handle(said)) {
      this.#isBroken = true;
      return '';
    }
    const call = this.calls.get(seq);
    if (call === undefined || !this.requests.ask(call, { kind: 'ask', seq, id, name, input })) {
      return '';
    }
    const asked = { isolate: this.#parts.id, seq, id };
    const answer = this.#parts.awaitAnswer(asked, call.deadline);
    return answer === undefined ? '' : `${answer.isOk ? 1 : 0}${answer.value}`;
  };

  get state(): 'loading' | 'open' | 'gone' {
    return this.#state;
  }

  /** Its registration is over: calls may run. */
  open(): void {
    this.#state = 'open';
    this.#stopWaiting();
  }

  /** Ends the guest without a word about its calls. */
  close(): void {
    this.#state = 'gone';
    this.#stopWaiting();
    this.calls.clear();
    this.#parts.engine.kill();
  }

  enter<Name extends GuestEntryName>(
    name: Name,
    args: Parameters<GuestEntries[Name]>,
    calls: readonly RunnerCall[],
  ): void {
    if (this.#state === 'gone') return;
    const timed = this.#entry.enter(name, args, { calls, wallMs: this.timeLeft(calls) });
    this.#conclude(timed, calls);
  }

  /**
   * Runs calls. Answers the CPU time that it took, those that have not begun, and whether the guest has
   * more to say. Calls that have not begun are taken out: they are not lost with the isolate.
   */
  enterFor({ calls, pieces, wallMs }: CallsEntry): {
    readonly micros: number;
    readonly unbegun: readonly RunnerCall[];
    readonly hasWords: boolean;
  } {
    const name = calls.length === 1 ? 'call' : 'calls';
    const { heartbeat } = this.#parts;
    const last = calls[calls.length - 1]?.seq ?? 0;
    heartbeat.begin(last);
    const timed = this.#entry.enter(name, pieces, { calls, wallMs });
    heartbeat.endBeginning();
    const { begunCall, hasWords } = heartbeat;
    // If none is known to have begun, an entry that was stopped is the fault of all.
    const isUnknown = begunCall === 0 && isLost(timed.entry);
    const haveBegun = begunCall >= last || isUnknown;
    const unbegun = haveBegun ? NO_CALLS : calls.filter(({ seq }) => seq > begunCall);
    for (const { seq } of unbegun) this.calls.delete(seq);
    this.#conclude(timed, calls);
    return { micros: timed.micros, unbegun, hasWords };
  }

  /** Draws the consequences of an entry; `cause` is why it would have been stopped. */
  after(entry: Entry, cause: 'cpu' | 'deadline', calls: readonly RunnerCall[]): void {
    switch (entry.kind) {
      case 'returned':
        if (entry.text !== '') this.#readFrames(entry.text);
        return;
      case 'overtime':
        this.lose(cause, calls);
        return;
      case 'memory':
        this.lose('memory', calls);
        return;
      case 'threw':
        this.#afterThrown(entry.text, calls);
        return;
      default:
        entry satisfies never;
    }
  }

  /** How long an entry for these calls may last. */
  timeLeft(calls: readonly RunnerCall[]): number {
    const loading = this.#state === 'loading' ? this.#load.deadline : 0;
    return Math.max(1, Math.max(loading, this.calls.lastDeadline(calls)) - performance.now());
  }

  /** The isolate is thrown away: a guest that was stopped in the middle cannot be trusted to go on. */
  lose(cause: IsolateLoss, guilty: readonly RunnerCall[]): void {
    if (this.#state === 'gone') return;
    if (this.#state === 'loading') {
      this.#load.fail(cause === 'cpu' ? 'deadline' : cause, quote(''));
      return;
    }
    // If no call can be blamed, all calls of the isolate fail.
    const hasNoGuiltyCall = !guilty.some(({ seq }) => this.calls.has(seq));
    const calls = this.calls.values();
    this.close();
    for (const call of calls) {
      this.report.ended(call, hasNoGuiltyCall || guilty.includes(call) ? cause : 'isolate_lost');
    }
    this.report.lost(cause);
  }

  /** Answers come last: what a call says beside its answer counts only before that. */
  #conclude(timed: TimedEntry, calls: readonly RunnerCall[]): void {
    const { entry, cause, isSpent } = timed;
    if (this.#isBroken) {
      this.lose('broken', this.calls.values());
      return;
    }
    const kept = this.#parts.heartbeat.answers.take();
    // What follows an entry that said something may be another entry.
    const answers = isQuiet(entry) ? kept : kept && Buffer.from(kept);
    if (isLost(entry)) this.#loseOneOf(calls, entry.kind === 'memory' ? 'memory' : cause, answers);
    else {
      this.after(entry, cause, calls);
      this.#passAnswers(answers);
    }
    if (isSpent) this.#loseSpent(calls);
  }

  /** A call was stopped, and others have answered in the same entry. */
  #loseOneOf(calls: readonly RunnerCall[], cause: IsolateLoss, answers?: Buffer): void {
    this.#stopWaiting();
    if (answers !== undefined && cause !== 'memory') {
      // Log lines and progress of those that have answered.
      const said = this.#entry.enter('retake', [], RETAKE).entry;
      if (said.kind === 'returned') this.#readFrames(said.text);
    }
    this.#passAnswers(answers);
    this.lose(cause, calls);
  }

  #passAnswers(answers: Buffer | undefined): void {
    if (answers !== undefined && this.#state === 'open') this.requests.passAnswers(answers);
  }

  #loseSpent(calls: readonly RunnerCall[]): void {
    const spent = this.calls.spentOf(calls, this.#parts.spec.limits.cpuMs);
    if (spent.length > 0) this.lose('cpu', spent);
  }

  /** A rejection that was not handled comes out in place of what the guest had to say. */
  #afterThrown(text: string, calls: readonly RunnerCall[]): void {
    if (this.#state === 'loading' && this.#load.isEvaluating) {
      this.#load.fail('threw', quote(text));
      return;
    }
    const sole = calls.length === 1 ? calls[0] : undefined;
    this.report.log(sole, 'warn', quote(`unhandled rejection: ${text}`));
    const { entry } = this.#entry.enter('retake', [], RETAKE);
    if (entry.kind === 'returned') this.#readFrames(entry.text);
    else this.lose('broken', calls);
  }

  #readFrames(text: string): void {
    if (!this.requests.handle(text)) this.lose('broken', this.calls.values());
    if (this.#limited.length === 0) return;
    for (const call of this.#limited.splice(0)) this.enter('cancel', [call.seq], [call]);
  }

  /** Charged to all calls that run: which of them set the timer is not known. */
  #fireTimer(id: number): void {
    this.enter('timer', [id], this.calls.values());
    this.#load.onTimer();
    this.enter('flush', [], NO_CALLS);
  }

  /** Charged to all calls that run, like a timer. */
  #takeComputed({ id, isOk, json, micros }: ComputedJob): void {
    if (this.#state === 'gone') return;
    const calls = this.calls.values();
    charge(calls, micros);
    this.enter('computed', [id, isOk, json], calls);
    this.#load.onTimer();
    this.enter('flush', [], NO_CALLS);
  }

  #stopWaiting(): void {
    this.#timers.stopAll();
    this.#computations.stopAll();
  }

  /** The guest forgets its timers too. */
  #goIdle(): void {
    this.#stopWaiting();
    const entry = this.#parts.engine.enter('idle', [], OWN_CODE);
    if (entry.kind !== 'returned') this.lose('broken', this.calls.values());
  }
}

/** It has ended, and said nothing beside answers. */
function isQuiet(entry: Entry): boolean {
  return entry.kind === 'returned' && entry.text === '';
}

/** Stopped in the middle: what it would have returned did not come out. */
function isLost({ kind }: Entry): boolean {
  return kind === 'overtime' || kind === 'memory';
}
