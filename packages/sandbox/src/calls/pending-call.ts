import { performance } from 'node:perf_hooks';
import type { FailureCode, RunPorts, RunRequest, RunUsage, ToolOutcome } from '@mortise/contracts';
import { type HostCall, HostCallCounter } from '../brokers/host-call-counter.ts';
import type { Extension } from '../extensions/extension.ts';
import type { IsolateHandle } from '../isolates/isolate-handle.ts';
import { isBusyWith } from '../processes/busy-report.ts';
import type { ResultHead } from '../wire/call-frames.ts';
import type { CallQueue } from './call-queue.ts';

/** A call waits at least so long for the start of its isolate, however short its own time is. */
const MIN_START_MS = 2_000;
/** For calls that certainly had not begun. */
const MAX_RETRIES = 3;
/** Of a call that no isolate has seen: runners that end while they start are replaced, with growing pauses. */
const MAX_UNSENT_RETRIES = 20;

export interface PendingCallParts {
  readonly extension: Extension;
  readonly request: RunRequest;
  readonly ports: RunPorts;
  /** Where it waits for its turn. */
  readonly queue: CallQueue;
  /** What the guest reads of it, as it stands in its frame. */
  readonly body: string;
  readonly resolve: (outcome: ToolOutcome) => void;
}

/** How the host has decided that a call ends. */
export interface CallEnding {
  readonly code: FailureCode;
  readonly message: string;
  /** When its runner must have let go of it. */
  readonly killAt: number;
}

/** One call from `run` to its outcome. */
export class PendingCall {
  readonly extension: Extension;
  readonly request: RunRequest;
  readonly ports: RunPorts;
  readonly queue: CallQueue;
  readonly body: string;
  /** Of `body`. */
  readonly bytesIn: number;
  readonly allowedMs: number;
  readonly #resolve: (outcome: ToolOutcome) => void;
  #seq: number;
  #startedAt: number;
  #startBy = Number.POSITIVE_INFINITY;
  #deadline = Number.POSITIVE_INFINITY;
  #isSent = false;
  #hasStarted = false;
  #isolate: IsolateHandle | undefined;
  #ending: CallEnding | undefined;
  #retries = 0;
  #unsentRetries = 0;
  #logLines = 0;
  /** Made with the first: most calls ask nothing. */
  #hostCalls: HostCallCounter | undefined;
  #refusals: Map<number, FailureCode> | undefined;
  #abort: AbortController | undefined;
  #waits = 0;
  #waitsSince = 0;

  constructor(parts: PendingCallParts, seq: number, now: number) {
    const { extension, request, body } = parts;
    this.extension = extension;
    this.request = request;
    this.ports = parts.ports;
    this.queue = parts.queue;
    this.body = body;
    this.bytesIn = Buffer.byteLength(body);
    this.allowedMs = allowedTime(request.timeoutMs, extension.limits.callMs);
    this.#resolve = parts.resolve;
    this.#seq = seq;
    this.#startedAt = now;
  }

  /** A new one each time it is sent, so that numbers on one wire only rise. */
  get seq(): number {
    return this.#seq;
  }

  /** When its turn came; before, when it was asked for. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** When its isolate must have started; none while it waits for its turn. */
  get startBy(): number {
    return this.#startBy;
  }

  /** None before it is sent: a call pays for its own time, not for the start of a process. */
  get deadline(): number {
    return this.isWaiting ? Number.POSITIVE_INFINITY : this.#deadline;
  }

  /** It waits for who is behind its caller: its time stands still, and others have its turn. */
  get isWaiting(): boolean {
    return this.#waits > 0;
  }

  /** It waits for one answer more. True for the first. */
  beginWait(now: number): boolean {
    this.#waits += 1;
    if (this.#waits > 1) return false;
    this.#waitsSince = now;
    return true;
  }

  /** It waits for one answer less. True for the last. */
  endWait(now: number): boolean {
    this.#waits -= 1;
    if (this.#waits > 0) return false;
    this.#deadline += now - this.#waitsSince;
    return true;
  }

  /** Until then it certainly has not begun. */
  get isSent(): boolean {
    return this.#isSent;
  }

  /** Where it runs, or will as soon as that is open; undefined while it waits for its turn and once it is over. */
  get isolate(): IsolateHandle | undefined {
    return this.#isolate;
  }

  /** There once the host has decided how it ends and waits for the runner to let go. */
  get ending(): CallEnding | undefined {
    return this.#ending;
  }

  /** If it has not begun: a deadline that passed meanwhile was not its own, any other ending stands. */
  get mayBegin(): boolean {
    return this.#ending === undefined || this.#ending.code === 'timeout';
  }

  /** It was never sent again. */
  get isFirstAttempt(): boolean {
    return this.#retries === 0;
  }

  /** If it certainly has not begun, it may be sent again. Until it was sent once, its time to start is the limit. */
  get mayBeSentAgain(): boolean {
    return this.#isSent ? this.#retries < MAX_RETRIES : this.#unsentRetries < MAX_UNSENT_RETRIES;
  }

  /**
   * The same if no process could be started for it: what prevents that lasts longer than a call, and the
   * pauses between starts grow to seconds.
   */
  get mayWaitForAnother(): boolean {
    const isEarly = performance.now() - this.#startedAt < MIN_START_MS;
    return isEarly && this.#retries + this.#unsentRetries < MAX_RETRIES;
  }

  renumber(seq: number): void {
    this.#seq = seq;
  }

  /** Its turn has come. */
  start(now: number): void {
    this.#startedAt = now;
    this.#startBy = now + Math.max(this.allowedMs, MIN_START_MS);
  }

  /** It is sent: its time begins. True the first time. */
  send(now: number): boolean {
    this.#isSent = true;
    this.#deadline = now + this.allowedMs;
    const isFirst = !this.#hasStarted;
    this.#hasStarted = true;
    return isFirst;
  }

  enter(isolate: IsolateHandle): void {
    this.#isolate = isolate;
    isolate.addCall();
  }

  /** Answers the isolate that it has left; undefined if it was in none. */
  leave(now: number): IsolateHandle | undefined {
    const isolate = this.#isolate;
    this.#isolate = undefined;
    // Its turn goes on: only what was sent has had its time to start.
    if (this.#isSent) this.#startBy = now + Math.max(this.allowedMs, MIN_START_MS);
    this.#isSent = false;
    isolate?.removeCall(now);
    return isolate;
  }

  /** Until now it has not had its time: another call kept it from beginning. */
  restartClock(now: number): void {
    this.#deadline = Math.max(this.#deadline, now + this.allowedMs);
  }

  /** It is not late before that. */
  postpone(deadline: number): void {
    this.#deadline = Math.max(this.#deadline, deadline);
  }

  /** It will be sent again, with all of its time. */
  restart(): void {
    this.#ending = undefined;
    this.#waits = 0;
    this.#hostCalls?.restart();
    this.#deadline = Number.POSITIVE_INFINITY;
  }

  end(ending: CallEnding): void {
    this.#ending ??= ending;
  }

  /** To be called before it leaves its isolate. */
  countRetry(): void {
    if (this.#isSent) this.#retries += 1;
    else this.#unsentRetries += 1;
  }

  /** Answers how many there have been, this one included. */
  countLogLine(): number {
    this.#logLines += 1;
    return this.#logLines;
  }

  /** Since it was sent, it has asked something of the host: it has begun, whatever is said of it later. */
  get hasAsked(): boolean {
    return this.#hostCalls?.hasAsked === true;
  }

  /** Whether a call may ask this now: guests count what they ask, and only code of a tool asks. */
  mayAsk(hostCallId: number): boolean {
    return this.request.mode === 'run' && (this.#hostCalls?.isNext(hostCallId) ?? hostCallId > 0);
  }

  /** Counts a host call. Answers the limit that it is beyond, in words; undefined if it may be made. */
  countHostCall(call: HostCall): string | undefined {
    this.#hostCalls ??= new HostCallCounter(this.extension.limits);
    return this.#hostCalls.count(call);
  }

  openHostCall(): void {
    this.#hostCalls?.open();
  }

  closeHostCall(): void {
    this.#hostCalls?.close();
  }

  /** A host call of this call was refused. */
  noteRefusal(hostCallId: number, code: FailureCode): void {
    this.#refusals ??= new Map();
    this.#refusals.set(hostCallId, code);
  }

  /** The code that a host call of this call was refused with; undefined if it was not. */
  refusalOf(hostCallId: number): FailureCode | undefined {
    return this.#refusals?.get(hostCallId);
  }

  /** Aborts when the call ends. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    return this.#abort.signal;
  }

  /** What it has cost, by what its runner says. */
  usage(cost: Omit<ResultHead, 'seq'>, bytesOut: number): RunUsage {
    return {
      cpuMs: cost.cpuMicros / 1_000,
      wallMs: performance.now() - this.#startedAt,
      heapBytes: cost.heapBytes,
      bytesIn: this.bytesIn,
      bytesOut,
      hostCalls: this.#hostCalls?.made ?? 0,
    };
  }

  /** What is known of its cost when its runner cannot say. */
  usageSoFar(): RunUsage {
    const runner = this.#isolate?.runner;
    const busy = runner?.busy;
    const cpuMs = busy !== undefined && isBusyWith(busy, this) ? busy.cpuMs : 0;
    return this.usage({ cpuMicros: cpuMs * 1_000, heapBytes: runner?.rssBytes ?? 0 }, 0);
  }

  settle(outcome: ToolOutcome): void {
    this.#abort?.abort();
    this.#resolve(outcome);
  }
}

function allowedTime(askedMs: number, limitMs: number): number {
  return Math.ceil(Math.min(askedMs > 0 ? askedMs : limitMs, limitMs));
}
