import { performance } from 'node:perf_hooks';
import {
  type FailureCode,
  type Logger,
  type RunPorts,
  type RunRequest,
  type RunUsage,
  refuse,
  type ToolOutcome,
} from '@mortise/contracts';
import type { Extension } from '../extensions/extension.ts';
import type { IsolateHandle } from '../isolates/isolate-handle.ts';
import { isolateSpec } from '../isolates/isolate-spec.ts';
import { scopeKey } from '../isolates/scope-key.ts';
import { isBusyWith } from '../processes/busy-entry.ts';
import type { RunnerPool } from '../processes/runner-pool.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import { SpinWait } from '../processes/spin-wait.ts';
import { writeCall, writeCallBody } from '../wire/call-frames.ts';
import { toRunner } from '../wire/host-to-runner.ts';
import { SeqTable } from '../wire/seq-table.ts';
import { refuseBlocked } from './admit-call.ts';
import { writeArguments } from './call-arguments.ts';
import { failed } from './call-endings.ts';
import { CallFactsWriter, writeCallId } from './call-facts.ts';
import type { PendingCall } from './pending-call.ts';

/** How long a runner has to let go of a call that the host has ended. */
const GRACE_MS = 300;
const MAX_QUEUED = 100_000;
/** Isolates in one runner. */
const MAX_ISOLATES = 64;
/** For calls that certainly had not begun. */
export const MAX_RETRIES = 3;

export interface CallDispatcherParts {
  readonly pool: RunnerPool;
  readonly logger: Logger;
}

/** Takes calls, sends them to isolates and settles each exactly once. */
export class CallDispatcher {
  readonly #parts: CallDispatcherParts;
  readonly #pendingCalls = new SeqTable<PendingCall>();
  readonly #facts = new CallFactsWriter();
  readonly #spinWait = new SpinWait();
  #lastSeq = 0;
  #lastIsolate = 0;

  constructor(parts: CallDispatcherParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#pendingCalls.size;
  }

  get pendingCalls(): readonly PendingCall[] {
    return this.#pendingCalls.values();
  }

  run(extension: Extension, request: RunRequest, ports: RunPorts): Promise<ToolOutcome> {
    const args = writeArguments(request, extension);
    if ('reply' in args) return Promise.resolve(args.reply);
    const { textCount, args: argsText } = args;
    const facts = this.#facts.write(request);
    const { mode } = request;
    const callId = writeCallId(request.callId);
    const text = writeCallBody({ mode, callId, facts, textCount, args: argsText });
    if (extension.queue.size >= MAX_QUEUED) {
      return Promise.resolve(
        refuse('extension_unavailable', 'Too many calls wait for this extension.'),
      );
    }
    return new Promise((resolve) => {
      const now = performance.now();
      const pendingCall = this.#createPendingCall(
        { extension, request, ports, text, resolve },
        now,
      );
      this.#pendingCalls.add(pendingCall);
      if (extension.running >= extension.limits.concurrentCalls) extension.queue.add(pendingCall);
      else this.#start(pendingCall, now);
    });
  }

  /** Makes an isolate for an extension; frames for it may follow at once. */
  openIsolate(
    parts: Pick<IsolateHandle, 'runner' | 'extension' | 'scopeKey' | 'load'>,
  ): IsolateHandle {
    this.#makeRoom(parts.runner);
    this.#lastIsolate += 1;
    const isolate: IsolateHandle = {
      id: this.#lastIsolate,
      isOpen: false,
      running: 0,
      idleSince: performance.now(),
      ...parts,
    };
    parts.runner.isolates.set(isolate.id, isolate);
    parts.runner.send(
      toRunner.open({
        isolate: isolate.id,
        spec: JSON.stringify(isolateSpec(parts.extension)),
      }),
    );
    return isolate;
  }

  /** Callers with a scope of their own may be many: the isolate that rested longest goes first. */
  #makeRoom(runner: RunnerProcess): void {
    if (runner.isolates.size < MAX_ISOLATES) return;
    let oldest: IsolateHandle | undefined;
    for (const isolate of runner.isolates.values()) {
      if (isolate.running > 0 || isolate.load !== undefined) continue;
      if (oldest === undefined || isolate.idleSince < oldest.idleSince) oldest = isolate;
    }
    if (oldest !== undefined) this.closeIsolate(oldest);
  }

  closeIsolate(isolate: IsolateHandle): void {
    if (!isolate.runner.isolates.delete(isolate.id)) return;
    if (isolate.extension.isolates.get(isolate.scopeKey) === isolate)
      isolate.extension.isolates.delete(isolate.scopeKey);
    isolate.runner.send(toRunner.close({ isolate: isolate.id }));
  }

  /** The one way out: whoever calls it first decides, the others find nothing. */
  settle(pendingCall: PendingCall, reply: ToolOutcome): void {
    if (!this.#pendingCalls.delete(pendingCall.seq)) return;
    const extension = pendingCall.extension;
    extension.finished += 1;
    pendingCall.abort?.abort();
    if (pendingCall.isolate === undefined) extension.queue.delete(pendingCall);
    else this.#leave(pendingCall, pendingCall.isolate);
    pendingCall.resolve(reply);
    this.#next(extension);
  }

  /** Ends a call from the host's side; the runner gets a moment to say what the call has cost. */
  end(pendingCall: PendingCall, code: FailureCode, message: string): void {
    if (pendingCall.ending !== undefined) return;
    const isolate = pendingCall.isolate;
    if (isolate === undefined) {
      const isAbort = code === 'aborted';
      this.settle(
        pendingCall,
        isAbort ? refuse('aborted_before_start', '') : failed(code, message, undefined, 'none'),
      );
      return;
    }
    pendingCall.ending = { code, message, killAt: performance.now() + GRACE_MS };
    isolate.runner.send(toRunner.cancel({ seq: pendingCall.seq, isolate: isolate.id }));
  }

  /** An isolate is there: the time that its calls waited for it was not theirs. */
  startClocks(isolate: IsolateHandle): void {
    if (isolate.isOpen) return;
    isolate.isOpen = true;
    const now = performance.now();
    for (const pendingCall of isolate.runner.pendingCalls.values()) {
      if (pendingCall.isolate === isolate)
        pendingCall.deadline = Math.max(pendingCall.deadline, now + pendingCall.allowedMs);
    }
  }

  /** A call whose isolate went before it began is sent to the next one; false if that does not help. */
  retryUnreached(pendingCall: PendingCall): boolean {
    const isOver =
      pendingCall.ending !== undefined || refuseBlocked(pendingCall.extension) !== undefined;
    if (isOver || pendingCall.retries >= MAX_RETRIES) return false;
    this.retry(pendingCall);
    return true;
  }

  /** Sends a call again that was lost with its runner. Only for calls that have not run or may run twice. */
  retry(pendingCall: PendingCall): void {
    pendingCall.retries += 1;
    if (pendingCall.isolate !== undefined) this.#leave(pendingCall, pendingCall.isolate);
    pendingCall.isolate = undefined;
    this.#renumber(pendingCall);
    this.#dispatch(pendingCall, performance.now());
  }

  /** What is known of a call's cost when its runner cannot say. */
  usageOf(pendingCall: PendingCall): RunUsage {
    const runner = pendingCall.isolate?.runner;
    const busy = runner?.busy;
    return {
      cpuMs: busy !== undefined && isBusyWith(busy, pendingCall) ? busy.cpuMs : 0,
      wallMs: performance.now() - pendingCall.startedAt,
      heapBytes: runner?.rssBytes ?? 0,
      bytesIn: pendingCall.bytesIn,
      bytesOut: 0,
      hostCalls: pendingCall.hostCalls,
    };
  }

  #createPendingCall(
    parts: Pick<PendingCall, 'extension' | 'request' | 'ports' | 'text' | 'resolve'>,
    startedAt: number,
  ): PendingCall {
    const { extension, request, ports, text, resolve } = parts;
    const allowedMs = allowedTime(request, extension);
    this.#lastSeq += 1;
    return {
      seq: this.#lastSeq,
      extension,
      request,
      ports,
      text,
      bytesIn: Buffer.byteLength(text),
      resolve,
      startedAt,
      allowedMs,
      deadline: Number.POSITIVE_INFINITY,
      isolate: undefined,
      ending: undefined,
      hostCalls: 0,
      pendingHostCalls: 0,
      refused: undefined,
      abort: undefined,
      logLines: 0,
      retries: 0,
    };
  }

  /** Its turn has come: its time begins. */
  #start(pendingCall: PendingCall, now: number): void {
    pendingCall.startedAt = now;
    pendingCall.deadline = now + pendingCall.allowedMs;
    try {
      pendingCall.ports.onStarted?.();
    } catch (error) {
      this.#parts.logger.warn({ error }, 'a listener for the start of a call threw');
    }
    this.#dispatch(pendingCall, now);
  }

  #renumber(pendingCall: PendingCall): void {
    this.#pendingCalls.delete(pendingCall.seq);
    this.#lastSeq += 1;
    pendingCall.seq = this.#lastSeq;
    this.#pendingCalls.add(pendingCall);
  }

  #dispatch(pendingCall: PendingCall, now: number): void {
    const { extension, request } = pendingCall;
    const isolate = this.#tryIsolateFor(extension, scopeKey(request.caller));
    if (isolate === undefined) {
      this.settle(pendingCall, refuse('extension_unavailable', 'No isolate could be made for it.'));
      return;
    }
    const runner = isolate.runner;
    pendingCall.isolate = isolate;
    isolate.running += 1;
    extension.running += 1;
    runner.pendingCalls.add(pendingCall);
    const timeoutMs = isolate.isOpen
      ? Math.max(1, Math.ceil(pendingCall.deadline - now))
      : pendingCall.allowedMs;
    const mustSpin = this.#spinWait.expectAnswer(runner, now);
    const { seq, text } = pendingCall;
    const { toolName } = request;
    runner.send(writeCall({ isolate: isolate.id, timeoutMs, mustSpin, seq, toolName }, text));
    // The runner is awake: what is left to do here can be done while it works.
    if (mustSpin) runner.flush();
  }

  #tryIsolateFor(extension: Extension, key: string): IsolateHandle | undefined {
    try {
      return this.#isolateFor(extension, key);
    } catch (error) {
      this.#parts.logger.error({ error, extensionId: extension.id }, 'no isolate could be made');
      return undefined;
    }
  }

  #isolateFor(extension: Extension, key: string): IsolateHandle {
    const known = extension.isolates.get(key);
    if (known?.runner.isServing) return known;
    const runner = this.#parts.pool.runnerFor(extension);
    const isolate = this.openIsolate({ runner, extension, scopeKey: key });
    extension.isolates.set(key, isolate);
    return isolate;
  }

  #leave(pendingCall: PendingCall, isolate: IsolateHandle): void {
    const runner: RunnerProcess = isolate.runner;
    if (!runner.pendingCalls.delete(pendingCall.seq)) return;
    isolate.running -= 1;
    pendingCall.extension.running -= 1;
    const now = performance.now();
    this.#spinWait.noteAnswer(runner, now, pendingCall.startedAt);
    if (isolate.running === 0) isolate.idleSince = now;
    if (runner.pendingCalls.size === 0) runner.idleSince = now;
  }

  /** Gives out turns, in one loop: whoever is settled in it must not begin another. */
  #next(extension: Extension): void {
    if (extension.isAdvancing || extension.queue.size === 0) return;
    extension.isAdvancing = true;
    try {
      this.#giveTurns(extension);
    } finally {
      extension.isAdvancing = false;
    }
  }

  #giveTurns(extension: Extension): void {
    for (const pendingCall of extension.queue) {
      if (extension.running >= extension.limits.concurrentCalls) break;
      extension.queue.delete(pendingCall);
      const refusal = pendingCall.ports.signal.aborted
        ? refuse('aborted_before_start', '')
        : refuseBlocked(extension);
      if (refusal !== undefined) this.settle(pendingCall, refusal);
      else {
        this.#renumber(pendingCall);
        this.#start(pendingCall, performance.now());
      }
    }
  }
}

function allowedTime(request: RunRequest, extension: Extension): number {
  const asked = request.timeoutMs > 0 ? request.timeoutMs : extension.limits.callMs;
  return Math.ceil(Math.min(asked, extension.limits.callMs));
}
