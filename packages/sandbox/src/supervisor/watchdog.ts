import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import { cpuMessage, failed, timeoutMessage } from '../calls/call-endings.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import { isBusyWith } from '../processes/busy-entry.ts';
import type { RunnerPool } from '../processes/runner-pool.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';

const SWEEP_MS = 10;
const RSS_EVERY_MS = 40;
/** Beyond its own limits, before silence counts as being stuck in code that nothing interrupts. */
const STUCK_GRACE_MS = 300;
const DEAF_MS = 2_000;
const START_MS = 10_000;

export interface WatchdogParts {
  readonly dispatcher: CallDispatcher;
  readonly pool: RunnerPool;
  readonly rssCapOf: (runner: RunnerProcess) => number;
}

/**
 * One timer for every deadline: calls, registrations, silent and swollen runners. It runs only
 * while something is in flight, and its clock is the monotonic one.
 */
export class Watchdog {
  readonly #parts: WatchdogParts;
  #timer: NodeJS.Timeout | undefined;
  #rssAt = 0;

  constructor(parts: WatchdogParts) {
    this.#parts = parts;
  }

  wake(): void {
    this.#timer ??= setInterval(this.#sweep, SWEEP_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  readonly #sweep = (): void => {
    const now = performance.now();
    for (const pendingCall of this.#parts.dispatcher.pendingCalls)
      this.#checkPendingCall(pendingCall, now);
    const isRssDue = now - this.#rssAt >= RSS_EVERY_MS;
    if (isRssDue) this.#rssAt = now;
    if (isRssDue) this.#parts.pool.retireGrown();
    let isBusy = this.#parts.dispatcher.size > 0;
    for (const runner of this.#parts.pool.runners) {
      isBusy = this.#checkRunner(runner, now, isRssDue) || isBusy;
    }
    if (!isBusy) this.stop();
  };

  #checkPendingCall(pendingCall: PendingCall, now: number): void {
    if (pendingCall.ending !== undefined) {
      this.#checkEnding(pendingCall, now);
      return;
    }
    // A runner that does not start and a registration that does not end have limits of their own.
    const mayStartUntil = pendingCall.deadline + START_MS + pendingCall.extension.limits.loadMs;
    const isStarting =
      pendingCall.isolate !== undefined && !pendingCall.isolate.isOpen && now < mayStartUntil;
    if (now >= pendingCall.deadline && !isStarting) this.#endLate(pendingCall);
    else if (pendingCall.ports.signal.aborted)
      this.#parts.dispatcher.end(pendingCall, 'aborted', '');
  }

  /** A call that has computed all the while has used up its CPU time, even if its deadline is noticed first. */
  #endLate(pendingCall: PendingCall): void {
    const busy = pendingCall.isolate?.runner.busy;
    const isSpent =
      busy !== undefined &&
      isBusyWith(busy, pendingCall) &&
      busy.cpuMs >= pendingCall.extension.limits.cpuMs;
    if (isSpent) this.#parts.dispatcher.end(pendingCall, 'cpu_limit', cpuMessage(pendingCall));
    else this.#parts.dispatcher.end(pendingCall, 'timeout', timeoutMessage(pendingCall));
  }

  /** The runner did not let go of an ended call: it is stuck, or another call keeps it busy in its own right. */
  #checkEnding(pendingCall: PendingCall, now: number): void {
    const { isolate, ending } = pendingCall;
    if (isolate === undefined || ending === undefined || now < ending.killAt) return;
    const busy = isolate.runner.busy;
    const isOthers =
      busy !== undefined && !isBusyWith(busy, pendingCall) && now < ending.killAt + DEAF_MS;
    if (busy === undefined && now < ending.killAt + DEAF_MS) return;
    if (isOthers) {
      this.#parts.dispatcher.settle(
        pendingCall,
        failed(ending.code, ending.message, this.#parts.dispatcher.usageOf(pendingCall)),
      );
    } else isolate.runner.kill('wedged', 'a call that was ended did not stop');
  }

  /** True while the runner has something that must be watched. */
  #checkRunner(runner: RunnerProcess, now: number, isRssDue: boolean): boolean {
    let isLoading = false;
    for (const isolate of runner.isolates.values()) {
      if (isolate.load === undefined) continue;
      isLoading = true;
      if (now >= isolate.load.deadline + STUCK_GRACE_MS) this.#endLoad(runner, isolate.id);
    }
    if (!isLoading && runner.pendingCalls.size === 0) return false;
    if (!runner.isReady && now - runner.startedAt > START_MS)
      runner.kill('start_failed', 'it did not get ready');
    if (isRssDue && runner.measure() > this.#parts.rssCapOf(runner)) {
      runner.kill('rss', `${Math.round(runner.rssBytes / 1_000_000)} MB`);
    }
    return true;
  }

  #endLoad(runner: RunnerProcess, isolateId: number): void {
    const isolate = runner.isolates.get(isolateId);
    if (isolate?.load === undefined) return;
    if (runner.busy?.isolate === isolateId) {
      runner.kill('wedged', 'a registration did not stop');
      return;
    }
    isolate.load.settle({ kind: 'failed', fault: 'deadline', text: '' });
    this.#parts.dispatcher.closeIsolate(isolate);
  }

  /** Called with every report of an entry that does not end. */
  checkBusy(runner: RunnerProcess): void {
    const busy = runner.busy;
    const isolate = busy === undefined ? undefined : runner.isolates.get(busy.isolate);
    if (busy === undefined || isolate === undefined) return;
    const { cpuMs, loadMs } = isolate.extension.limits;
    const isLoading = isolate.load !== undefined || (busy.seq === 0 && !isolate.isOpen);
    const isStuck = isLoading
      ? busy.ms > loadMs + STUCK_GRACE_MS
      : busy.cpuMs > cpuMs && busy.ms > busy.patienceMs + STUCK_GRACE_MS;
    if (isStuck) runner.kill('wedged', 'its code could not be interrupted');
  }
}
