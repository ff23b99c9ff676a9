import { performance } from 'node:perf_hooks';
import type { ReceivedCall } from '../wire/call-frames.ts';
import type { IsolateLoss, OpenFault } from '../wire/faults.ts';
import { type QuotedText, quote } from '../wire/frame-codec.ts';
import type { GuestEntries, GuestEntryName } from '../wire/guest-entries.ts';
import type { HostFrame } from '../wire/host-to-runner.ts';
import { SeqTable } from '../wire/seq-table.ts';
import { type Entry, GuestSourceError } from './guest-engine.ts';
import { GuestRequests, type RegistrationFrame } from './guest-requests.ts';
import { IsolateEntry } from './isolate-entry.ts';
import type { IsolateParts } from './isolate-parts.ts';
import { IsolateReporter } from './isolate-reporter.ts';
import { IsolateTimers } from './isolate-timers.ts';
import { QuickTools } from './quick-tools.ts';
import type { RunningCall } from './running-call.ts';

/** Fewer are entered for one by one: a timer is armed for every entry of several. */
const MIN_TOGETHER = 4;
const NO_CALLS: readonly RunningCall[] = [];
const NOBODY = { cause: 'deadline', calls: NO_CALLS } as const;
/** Of entries that run nothing but the prelude. */
const OWN_CODE = { timeoutMs: 0, mustStop: false };
/** To take what a guest has said before it was stopped; what else it would do then is stopped, too. */
const RETAKE = { calls: NO_CALLS, wallMs: 100, mustStop: true };
/** Calls with less time run by themselves: in a shared entry another call's time might be up first. */
const MIN_TIME_TOGETHER_MS = 100;

/** One guest: one extension in one worker scope, with the calls that run in it. */
export class GuestIsolate {
  readonly #parts: IsolateParts;
  readonly #entry: IsolateEntry;
  readonly #calls = new SeqTable<RunningCall>();
  readonly #timers = new IsolateTimers((id) => this.#fireTimer(id));
  /** Calls that came before the registration was over: the host does not wait for it. */
  readonly #early: ReceivedCall[] = [];
  readonly #report: IsolateReporter;
  readonly #requests: GuestRequests;
  readonly #loadDeadline: number;
  /** Calls that were ended here in the middle of what their guest said. */
  readonly #limited: RunningCall[] = [];
  /** Calls that wait for the clean realm. */
  readonly #unchecked: number[] = [];
  #state: 'loading' | 'open' | 'gone' = 'loading';
  /** Its module has been evaluated: from now on it is the registration that is waited for. */
  #isRegistering = false;
  #loadTimer: NodeJS.Timeout | undefined;
  readonly #pace = new QuickTools();

  constructor(parts: IsolateParts) {
    this.#parts = parts;
    this.#entry = new IsolateEntry(parts);
    this.#report = new IsolateReporter({
      isolate: parts.id,
      send: parts.send,
      heapBytes: () => parts.engine.heapBytes(),
      logLines: parts.spec.limits.logLinesPerCall,
    });
    this.#requests = new GuestRequests({
      limits: parts.spec.limits,
      calls: this.#calls,
      timers: this.#timers,
      report: this.#report,
      state: () => this.#state,
      onRegistration: (frame) => this.#finishLoad(frame),
      onUnchecked: (call) => this.#unchecked.push(call.seq),
      onLimit: (call) => this.#limited.push(call),
      onIdle: () => this.#goIdle(),
    });
    this.#loadDeadline = performance.now() + parts.spec.limits.loadMs;
  }

  load(): void {
    const { spec, engine, heartbeat } = this.#parts;
    const { extensionId: id, source, config, limits } = spec;
    const boot = { id, config, seed: this.#parts.randomSeed(), limits };
    const fileName = `extension:///${id}.js`;
    const parts = { boot, marks: heartbeat.marks, source, fileName, timeoutMs: limits.loadMs };
    this.#parts.onEnter();
    try {
      this.#after(
        this.#watch(() => engine.evaluate(parts)),
        NOBODY,
      );
      this.#registerIfEvaluated();
      // A top-level `await` or a registration that waits: what it waits for is still to be asked for.
      if (this.#state === 'loading') this.#enter('flush', [], NO_CALLS);
      if (this.#state === 'loading') this.#limitLoad();
    } catch (error) {
      const isSource = error instanceof GuestSourceError;
      this.#failLoad('source', quote(isSource ? error.message : 'the isolate could not be made'));
    }
  }

  /** A module is evaluated when what it awaits at its top is there; then, once, it registers. */
  #registerIfEvaluated(): void {
    const { engine } = this.#parts;
    if (this.#state !== 'loading' || this.#isRegistering || !engine.isEvaluated()) return;
    this.#isRegistering = true;
    this.#after(
      this.#watch(() => engine.register(this.#timeLeft(NO_CALLS))),
      NOBODY,
    );
  }

  /** Each step by itself: an entry inside of another would hide when the outer one ends. */
  #watch(step: () => Entry): Entry {
    const { heartbeat, spec, id } = this.#parts;
    heartbeat.enter(
      { isolate: id, seq: 0, until: 0, patienceMs: spec.limits.loadMs },
      performance.now(),
    );
    try {
      return step();
    } finally {
      heartbeat.leave(performance.now());
    }
  }

  /** Calls for this guest; those of tools that are known to be quick share an entry, which costs as much as they do. */
  call(list: readonly ReceivedCall[]): void {
    if (this.#state === 'loading') {
      this.#early.push(...list);
      return;
    }
    if (list.length === 1 || this.#mayRunTogether(list)) this.#run(list);
    else for (const parts of list) this.#run([parts]);
  }

  #mayRunTogether(list: readonly ReceivedCall[]): boolean {
    return (
      list.length >= MIN_TOGETHER &&
      list.every(
        ({ toolName, timeoutMs }) =>
          timeoutMs >= MIN_TIME_TOGETHER_MS && this.#pace.isQuick(toolName),
      )
    );
  }

  #run(list: readonly ReceivedCall[]): void {
    if (this.#state === 'gone') {
      for (const { seq } of list) this.#report.unreached(seq);
      return;
    }
    const now = performance.now();
    const calls: RunningCall[] = [];
    const pieces: string[] = [];
    // Of several, the longest: whose time is up before ends by the host's clock, not with the others.
    let wallMs = 0;
    for (const parts of list) {
      calls.push(this.#begin(parts, now));
      for (const piece of parts.pieces) pieces.push(piece);
      wallMs = Math.max(wallMs, parts.timeoutMs);
    }
    this.#parts.heartbeat.begin(calls.at(-1)?.seq ?? 0);
    const name = calls.length === 1 ? 'call' : 'calls';
    const timed = this.#entry.enter(name, pieces, { calls, wallMs });
    const { currentCall, begunCall } = this.#parts.heartbeat;
    this.#pace.note(list, timed.micros);
    const cause = timed.entry.kind === 'memory' ? 'memory' : timed.cause;
    const isLost = timed.entry.kind === 'overtime' || timed.entry.kind === 'memory';
    if (isLost && calls.length > 1) this.#loseOneOf(calls, { cause, currentCall, begunCall });
    else this.#after(timed.entry, { cause: timed.cause, calls });
    if (timed.isSpent) this.#loseSpent(calls);
    // An asynchronous tool that was done at once has settled in the microtasks after the entry, and
    // any tool may have settled what another call waits for.
    if (this.#calls.size > 0) this.#enter('flush', [], calls.length === 1 ? calls : NO_CALLS);
    if (this.#unchecked.length > 0) this.#runUnchecked(list);
    // One of several took long: those that have not begun are entered for one by one.
    if (calls.length === 1 || this.#state !== 'open') return;
    for (const parts of list) if (parts.seq > begunCall) this.#run([parts]);
  }

  #runUnchecked(list: readonly ReceivedCall[]): void {
    const waiting = this.#unchecked.splice(0);
    for (const seq of waiting) this.#calls.delete(seq);
    if (this.#state === 'open' && !this.#parts.engine.openCleanRealm())
      this.#lose('broken', NO_CALLS);
    for (const parts of list) if (waiting.includes(parts.seq)) this.#run([parts]);
  }

  answer({ seq, id, isOk, value }: HostFrame & { readonly kind: 'answer' }): void {
    const call = this.#calls.get(seq);
    if (call === undefined) return;
    this.#enter('answer', [seq, id, isOk, value], [call]);
    this.#enter('flush', [], [call]);
  }

  cancel(seq: number): void {
    const early = this.#early.findIndex((parts) => parts.seq === seq);
    if (early >= 0) {
      this.#early.splice(early, 1);
      this.#report.unreached(seq);
      return;
    }
    const call = this.#calls.get(seq);
    if (call === undefined) return;
    this.#enter('cancel', [seq], [call]);
    this.#enter('flush', [], [call]);
    if (this.#calls.has(seq)) this.#requests.end(call, 'cancelled');
  }

  /** Ends the guest without a word about its calls: the host has asked for it. */
  close(): void {
    this.#state = 'gone';
    clearTimeout(this.#loadTimer);
    this.#timers.stopAll();
    this.#calls.clear();
    this.#parts.engine.kill();
  }

  #enter<Name extends GuestEntryName>(
    name: Name,
    args: Parameters<GuestEntries[Name]>,
    calls: readonly RunningCall[],
  ): void {
    if (this.#state === 'gone') return;
    const timed = this.#entry.enter(name, args, { calls, wallMs: this.#timeLeft(calls) });
    this.#after(timed.entry, { cause: timed.cause, calls });
    if (timed.isSpent) this.#loseSpent(calls);
  }

  #begin({ seq, timeoutMs }: ReceivedCall, now: number): RunningCall {
    const call = { seq, deadline: now + timeoutMs, cpuMicros: 0, logLines: 0, hostCalls: 0 };
    this.#calls.add(call);
    return call;
  }

  /** One of several was stopped: those before it have answers to give, those after it have not begun. */
  #loseOneOf(
    calls: readonly RunningCall[],
    about: {
      readonly cause: IsolateLoss;
      readonly currentCall: number;
      readonly begunCall: number;
    },
  ): void {
    const { cause, currentCall, begunCall } = about;
    for (const { seq } of calls) {
      if (seq > begunCall && this.#calls.delete(seq)) this.#report.unreached(seq);
    }
    if (cause !== 'memory') {
      // Answers of asynchronous tools are in the microtasks that run at the end of the first entry.
      this.#entry.enter('retake', [], RETAKE);
      const said = this.#entry.enter('retake', [], RETAKE).entry;
      if (said.kind === 'returned') this.#readLines(said.text);
    }
    // If none was current, a microtask was stopped; which call left it is unknown, so all end.
    const stopped = calls.filter(({ seq }) => currentCall === 0 || seq === currentCall);
    this.#lose(cause, stopped);
  }

  #loseSpent(calls: readonly RunningCall[]): void {
    const limit = this.#parts.spec.limits.cpuMs * 1_000;
    const spent = calls.filter((call) => call.cpuMicros > limit && this.#calls.has(call.seq));
    if (spent.length > 0) this.#lose('cpu', spent);
  }

  /** Draws the consequences of an entry; `cause` is why it would have been stopped. */
  #after(
    entry: Entry,
    about: { readonly cause: 'cpu' | 'deadline'; readonly calls: readonly RunningCall[] },
  ): void {
    switch (entry.kind) {
      case 'returned':
        if (entry.text !== '') this.#readLines(entry.text);
        return;
      case 'overtime':
        this.#lose(about.cause, about.calls);
        return;
      case 'memory':
        this.#lose('memory', about.calls);
        return;
      case 'threw':
        if (this.#state === 'loading' && !this.#isRegistering) {
          this.#failLoad('threw', quote(entry.text));
          return;
        }
        this.#warn(about.calls, `unhandled rejection: ${entry.text}`);
        this.#retake(about.calls);
        return;
      default:
        entry satisfies never;
    }
  }

  #warn(calls: readonly RunningCall[], text: string): void {
    const sole = calls.length === 1 ? calls[0] : undefined;
    this.#report.log(sole, 'warn', quote(text));
  }

  /** The rejection came out in place of what the guest had to say. */
  #retake(calls: readonly RunningCall[]): void {
    const { entry } = this.#entry.enter('retake', [], RETAKE);
    if (entry.kind === 'returned') this.#readLines(entry.text);
    else this.#lose('broken', calls);
  }

  #timeLeft(calls: readonly RunningCall[]): number {
    let latest = this.#state === 'loading' ? this.#loadDeadline : 0;
    // An entry for no particular call may go on as long as any call of the isolate has time left.
    const those = calls.length > 0 ? calls : this.#calls.values();
    for (const { deadline } of those) latest = Math.max(latest, deadline);
    return Math.max(1, latest - performance.now());
  }

  #readLines(text: string): void {
    if (!this.#requests.handle(text)) this.#lose('broken', this.#calls.values());
    for (const call of this.#limited.splice(0)) this.#enter('cancel', [call.seq], [call]);
  }

  /** Charged to all calls that run: which of them set the timer is not known. */
  #fireTimer(id: number): void {
    this.#enter('timer', [id], this.#calls.values());
    this.#registerIfEvaluated();
    this.#enter('flush', [], NO_CALLS);
  }

  #finishLoad(frame: RegistrationFrame): void {
    if (frame.kind === 'unregistered') this.#failLoad('threw', frame.message);
    else if (frame.registrations.length > this.#parts.spec.limits.registrationBytes) {
      this.#failLoad('too_large', quote('it registers too much'));
    } else {
      this.#state = 'open';
      clearTimeout(this.#loadTimer);
      this.#timers.stopAll();
      this.#report.opened(frame.registrations);
      if (this.#early.length > 0) this.call(this.#early.splice(0));
    }
  }

  /** A registration that waits for something: nothing else would end it. */
  #limitLoad(): void {
    this.#loadTimer = setTimeout(
      () => this.#failLoad('deadline', quote('it took too long to load')),
      this.#timeLeft(NO_CALLS),
    );
  }

  #failLoad(fault: OpenFault, message: QuotedText): void {
    this.close();
    this.#report.unopened(fault, message);
    if (this.#early.length > 0) this.call(this.#early.splice(0));
  }

  /** The guest forgets its timers too. */
  #goIdle(): void {
    this.#timers.stopAll();
    const entry = this.#parts.engine.enter('idle', [], OWN_CODE);
    if (entry.kind !== 'returned') this.#lose('broken', this.#calls.values());
  }

  /** The isolate is thrown away: a guest that was stopped in the middle cannot be trusted to go on. */
  #lose(cause: IsolateLoss, guilty: readonly RunningCall[]): void {
    if (this.#state === 'gone') return;
    if (this.#state === 'loading') {
      this.#failLoad(cause === 'cpu' ? 'deadline' : cause, quote(''));
      return;
    }
    // If no call can be blamed, all calls of the isolate fail.
    const hasNoGuiltyCall = !guilty.some(({ seq }) => this.#calls.has(seq));
    const calls = this.#calls.values();
    this.close();
    for (const call of calls) {
      this.#report.ended(call, hasNoGuiltyCall || guilty.includes(call) ? cause : 'isolate_lost');
    }
    this.#report.lost(cause);
  }
}
