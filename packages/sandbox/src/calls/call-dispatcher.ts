import { performance } from 'node:perf_hooks';
import {
  type FailureCode,
  type Logger,
  type RunPorts,
  type RunRequest,
  refuse,
  type ToolOutcome,
} from '@mortise/contracts';
import type { Extension } from '../extensions/extension.ts';
import type { IsolateHandle } from '../isolates/isolate-handle.ts';
import type { IsolateTable } from '../isolates/isolate-table.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import { SpinWait } from '../processes/spin-wait.ts';
import { writeCall } from '../wire/call-frames.ts';
import { toRunner } from '../wire/host-to-runner.ts';
import { SeqTable } from '../wire/seq-table.ts';
import { CallBodyWriter } from './call-body.ts';
import { failed } from './call-endings.ts';
import { CallQueue } from './call-queue.ts';
import { PendingCall } from './pending-call.ts';

/** How long a runner has to let go of a call that the host has ended. */
const GRACE_MS = 300;

export interface CallDispatcherParts {
  readonly isolates: IsolateTable;
  readonly logger: Logger;
}

/** Takes calls, sends them to isolates and settles each exactly once. */
export class CallDispatcher {
  readonly #parts: CallDispatcherParts;
  readonly #calls = new SeqTable<PendingCall>();
  readonly #queues = new WeakMap<Extension, CallQueue>();
  readonly #bodies = new CallBodyWriter();
  readonly #spinWait = new SpinWait();
  /** Calls whose turn has come and for which no runner is free. */
  readonly #unplaced = new Set<PendingCall>();
  #lastSeq = 0;

  constructor(parts: CallDispatcherParts) {
    this.#parts = parts;
  }

  /** Calls that run or wait for their turn. */
  get size(): number {
    return this.#calls.size;
  }

  get calls(): readonly PendingCall[] {
    return this.#calls.values();
  }

  /** The calls that were sent to a runner and have not ended. */
  callsIn(runner: RunnerProcess): readonly PendingCall[] {
    return this.#calls.values().filter((call) => call.isolate?.runner === runner);
  }

  /** A call by the number that a runner says; undefined if it was not sent to that runner, or has ended. */
  find(runner: RunnerProcess, seq: number): PendingCall | undefined {
    const call = this.#calls.get(seq);
    if (call?.isolate?.runner !== runner || !call.isSent) return undefined;
    runner.noteHeard(seq);
    return call;
  }

  /** The turns of an extension's calls; undefined if it was never called, as most of those that are installed. */
  findQueue(extension: Extension): CallQueue | undefined {
    return this.#queues.get(extension);
  }

  #queueOf(extension: Extension): CallQueue {
    const known = this.#queues.get(extension);
    if (known !== undefined) return known;
    const made = new CallQueue(extension.limits);
    this.#queues.set(extension, made);
    return made;
  }

  run(extension: Extension, request: RunRequest, ports: RunPorts): Promise<ToolOutcome> {
    const body = this.#bodies.write(request, extension.limits);
    if (typeof body !== 'string') return Promise.resolve(body);
    const queue = this.#queueOf(extension);
    const now = performance.now();
    const mayRun = queue.hasTurn(request.toolName);
    if (!mayRun && queue.isFullFor(Buffer.byteLength(body)))
      return Promise.resolve(refuseCrowded(queue, now));
    return new Promise((resolve) => {
      this.#lastSeq += 1;
      const parts = { extension, request, ports, queue, body, resolve };
      const call = new PendingCall(parts, this.#lastSeq, now);
      this.#calls.add(call);
      if (mayRun) this.#start(call, now);
      else queue.wait(call, now);
    });
  }

  /** The one way out: the first to call it decides, all others find nothing. */
  settle(call: PendingCall, outcome: ToolOutcome): void {
    if (!this.#calls.delete(call.seq)) return;
    if (this.#unplaced.delete(call)) call.queue.leave(call);
    this.#leave(call);
    call.queue.finish(call);
    call.settle(outcome);
    call.queue.advance(this.#giveTurn);
  }

  /** Ends a call from the host's side; the runner gets a moment to say what the call has cost. */
  end(call: PendingCall, code: FailureCode, message: string): void {
    if (call.ending !== undefined) return;
    const { isolate, seq } = call;
    if (isolate !== undefined && call.isSent) {
      call.end({ code, message, killAt: performance.now() + GRACE_MS });
      isolate.runner.send(toRunner.cancel({ seq, isolate: isolate.id }));
    } else if (code === 'aborted') this.settle(call, refuse('aborted_before_start', ''));
    else this.settle(call, failed(code, message, undefined, 'none'));
  }

  /** Its isolate did not start in time, and nothing was sent to it. */
  refuseUnstarted(call: PendingCall): void {
    const seconds = Math.round(performance.now() - call.startedAt) / 1_000;
    if (this.#unplaced.has(call)) {
      const reason = `Other extensions used all processes for ${seconds} s (\`sandbox.maxRunners\`).`;
      this.settle(call, refuse('extension_unavailable', reason));
      return;
    }
    // One that is ready and does not answer is replaced; see `Watchdog`.
    if (call.isolate?.runner.isReady) call.isolate.runner.ping(call.seq);
    this.settle(call, refuse('extension_unavailable', `It did not start within ${seconds} s.`));
  }

  /**
   * A call waits for who is behind its caller, at most so long, or goes on. Meanwhile its time stands still and
   * others have its turn; the runner only gets a later end for it, because the host keeps the time.
   */
  beginWait(call: PendingCall, mostMs: number): void {
    const { isolate, seq } = call;
    if (isolate === undefined) return;
    isolate.runner.send(toRunner.postpone({ seq, isolate: isolate.id, ms: Math.ceil(mostMs) }));
    if (!call.beginWait(performance.now())) return;
    call.queue.leave(call);
    this.#tellWaiting(call, true);
    call.queue.advance(this.#giveTurn);
  }

  /** Of a call that is still in an isolate. */
  endWait(call: PendingCall): void {
    if (!call.endWait(performance.now()) || call.isolate === undefined) return;
    call.queue.begin(call);
    this.#tellWaiting(call, false);
  }

  /** An isolate is there: its calls are sent, with numbers that are higher than those that were sent meanwhile. */
  sendWaiting(isolate: IsolateHandle): void {
    if (isolate.isOpen) return;
    isolate.markOpen();
    for (const call of this.#calls.values()) {
      if (call.isolate !== isolate) continue;
      this.#renumber(call);
      this.#deliver(call, isolate, performance.now());
    }
  }

  /** A call whose isolate went before it began is sent to the next one; false if that does not help. */
  retryUnreached(call: PendingCall): boolean {
    const isOver = !call.mayBegin || call.extension.findRefusal() !== undefined;
    if (isOver || !call.mayBeSentAgain) return false;
    this.retry(call);
    return true;
  }

  /** Sends a call again that was lost with its runner. Only for calls that have not run or may run twice. */
  retry(call: PendingCall): void {
    call.countRetry();
    this.#leave(call);
    this.#renumber(call);
    if (call.isWaiting) this.#tellWaiting(call, false);
    call.restart();
    this.#send(call, performance.now());
  }

  readonly #giveTurn = (call: PendingCall): void => {
    const { extension, ports } = call;
    const refusal = extension.findRefusal();
    if (ports.signal.aborted) this.settle(call, refuse('aborted_before_start', ''));
    else if (refusal !== undefined) this.settle(call, refusal);
    else {
      this.#renumber(call);
      this.#start(call, performance.now());
    }
  };

  #start(call: PendingCall, now: number): void {
    call.start(now);
    this.#send(call, now);
  }

  #renumber(call: PendingCall): void {
    this.#calls.delete(call.seq);
    this.#lastSeq += 1;
    call.renumber(this.#lastSeq);
    this.#calls.add(call);
  }

  #send(call: PendingCall, now: number): void {
    const isolate = this.#tryIsolateFor(call);
    if (isolate === 'impossible') {
      this.settle(call, refuse('extension_unavailable', 'No isolate could be made for it.'));
      return;
    }
    call.queue.begin(call);
    if (isolate === undefined) this.#unplaced.add(call);
    else this.#enter(call, isolate, now);
  }

  /** Runners may have become free. */
  placeWaiting(now: number): void {
    for (const call of this.#unplaced) {
      const isolate = this.#tryIsolateFor(call);
      if (isolate === undefined || isolate === 'impossible') continue;
      this.#unplaced.delete(call);
      this.#enter(call, isolate, now);
    }
  }

  #enter(call: PendingCall, isolate: IsolateHandle, now: number): void {
    call.enter(isolate);
    // What was not sent can be refused with certainty if the isolate does not start.
    if (isolate.isOpen) this.#deliver(call, isolate, now);
  }

  /** Its time begins. */
  #deliver(call: PendingCall, { runner, id }: IsolateHandle, now: number): void {
    if (call.send(now)) this.#tellStarted(call);
    const mustSpin = this.#spinWait.expectAnswer(runner, now);
    const { seq, body, allowedMs: timeoutMs } = call;
    const { toolName } = call.request;
    runner.send(writeCall({ isolate: id, timeoutMs, mustSpin, seq, toolName }, body));
    // The runner is awake: what is left to do here can be done while it works.
    if (mustSpin) runner.flush();
  }

  #tellWaiting({ ports }: PendingCall, isWaiting: boolean): void {
    try {
      ports.onWaiting?.(isWaiting);
    } catch (error) {
      this.#parts.logger.warn({ error }, 'a listener for calls that wait threw');
    }
  }

  #tellStarted({ ports }: PendingCall): void {
    try {
      ports.onStarted?.();
    } catch (error) {
      this.#parts.logger.warn({ error }, 'a listener for the start of a call threw');
    }
  }

  /** Undefined while no runner is free for it. */
  #tryIsolateFor({ extension, request }: PendingCall): IsolateHandle | 'impossible' | undefined {
    try {
      return this.#parts.isolates.isolateFor(extension, request.caller);
    } catch (error) {
      this.#parts.logger.error({ error, extensionId: extension.id }, 'no isolate could be made');
      return 'impossible';
    }
  }

  #leave(call: PendingCall): void {
    const now = performance.now();
    const wasSent = call.isSent;
    const isolate = call.leave(now);
    if (isolate === undefined) return;
    if (!call.isWaiting) call.queue.leave(call);
    if (!wasSent) return;
    isolate.runner.pastCalls.leave(call.seq);
    this.#spinWait.noteAnswer(isolate.runner, now, call.startedAt);
  }
}

function refuseCrowded(queue: CallQueue, now: number): ToolOutcome {
  const seconds = queue.secondsToWait(now);
  return refuse('extension_busy', `${queue.size} calls run or wait. Try again in ${seconds} s.`);
}
