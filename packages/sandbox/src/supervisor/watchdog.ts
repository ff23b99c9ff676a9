import { performance } from 'node:perf_hooks';
import type { CallDispatcher } from '../calls/call-dispatcher.ts';
import { cpuMessage, failed, timeoutMessage } from '../calls/call-endings.ts';
import type { CallEnding, PendingCall } from '../calls/pending-call.ts';
import type { IsolateHandle, LoadingIsolate } from '../isolates/isolate-handle.ts';
import type { IsolateTable } from '../isolates/isolate-table.ts';
import { isBusyWith, isKeptBack, isStillToBegin } from '../processes/busy-report.ts';
import type { RunnerPool } from '../processes/runner-pool.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';

const SWEEP_MS = 10;
const RSS_EVERY_MS = 40;
/** Beyond its own limits, before silence counts as being stuck in code that nothing interrupts. */
const STUCK_GRACE_MS = 300;
const DEAF_MS = 2_000;
const START_MS = 10_000;
/** For answers that were given before another call of the entry did not end. */
const ANSWER_MS = 50;

export interface WatchdogParts {
  readonly dispatcher: CallDispatcher;
  readonly isolates: IsolateTable;
  readonly pool: RunnerPool;
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
    const { dispatcher, isolates, pool } = this.#parts;
    const now = performance.now();
    dispatcher.placeWaiting(now);
    for (const call of dispatcher.calls) this.#checkCall(call, now);
    for (const isolate of isolates.loading) this.#checkLoad(isolate, now);
    const isRssDue = now - this.#rssAt >= RSS_EVERY_MS;
    if (isRssDue) {
      this.#rssAt = now;
      pool.retireGrown();
    }
    let isNeeded = dispatcher.size > 0;
    for (const runner of pool.runners) {
      if (runner.isAtRest && runner.silentSince === undefined) continue;
      isNeeded = true;
      this.#checkRunner(runner, now, isRssDue);
    }
    if (!isNeeded) this.stop();
  };

  #checkCall(call: PendingCall, now: number): void {
    const { isolate, deadline, ending } = call;
    if (ending !== undefined) {
      if (isolate !== undefined) this.#checkEnding(call, { isolate, ending, now });
      return;
    }
    if (now >= deadline) this.#checkLate(call, now);
    else if (call.ports.signal.aborted) this.#parts.dispatcher.end(call, 'aborted', '');
    else if (!call.isSent && now >= call.startBy) this.#parts.dispatcher.refuseUnstarted(call);
  }

  /** Only the call that keeps its runner busy is ended for it: others have not begun, or have answered. */
  #checkLate(call: PendingCall, now: number): void {
    const { isolate } = call;
    const busy = isolate?.runner.busy;
    if (busy !== undefined && isStillToBegin(busy, call)) call.restartClock(now);
    else if (busy !== undefined && isKeptBack(busy, call)) call.postpone(now + ANSWER_MS);
    else if (busy === undefined && isolate !== undefined && mayWait(call, isolate.runner, now))
      isolate.runner.ping(call.seq);
    else this.#endLate(call);
  }

  /** One that has computed all the while has used up its CPU time first, even if that is seen later. */
  #endLate(call: PendingCall): void {
    const busy = call.isolate?.runner.busy;
    const isSpent =
      busy !== undefined && isBusyWith(busy, call) && busy.cpuMs >= call.extension.limits.cpuMs;
    if (isSpent) this.#parts.dispatcher.end(call, 'cpu_limit', cpuMessage(call));
    else this.#parts.dispatcher.end(call, 'timeout', timeoutMessage(call));
  }

  /** The runner did not let go of an ended call: it is stuck, or another call keeps it busy in its own right. */
  #checkEnding(
    call: PendingCall,
    about: {
      readonly isolate: IsolateHandle;
      readonly ending: CallEnding;
      readonly now: number;
    },
  ): void {
    const { isolate, ending, now } = about;
    if (now < ending.killAt) return;
    const { busy } = isolate.runner;
    if (busy !== undefined && isBusyWith(busy, call)) {
      isolate.runner.kill('wedged', 'a call that was ended did not stop');
      return;
    }
    // Its time is over in any case. A runner that is silent for longer is ended for that.
    isolate.runner.ping(call.seq);
    const outcome = failed(ending.code, ending.message, call.usageSoFar());
    this.#parts.dispatcher.settle(call, outcome);
  }

  #checkRunner(runner: RunnerProcess, now: number, isRssDue: boolean): void {
    if (!runner.isReady && now - runner.startedAt > START_MS)
      runner.kill('start_failed', 'it did not get ready');
    const { silentSince, busy } = runner;
    const mayBeAsked = runner.isReady && busy === undefined;
    if (mayBeAsked && silentSince !== undefined && now - silentSince > DEAF_MS)
      runner.kill('silent', `no word for ${DEAF_MS} ms`);
    if (isRssDue && runner.measure() > this.#parts.pool.rssCapOf(runner))
      runner.kill('rss', `${Math.round(runner.rssBytes / 1_000_000)} MB`);
  }

  #checkLoad(isolate: LoadingIsolate, now: number): void {
    const { runner, load } = isolate;
    if (now < load.deadline + STUCK_GRACE_MS) return;
    if (runner.busy?.isolate === isolate.id) {
      runner.kill('wedged', 'a registration did not stop');
      return;
    }
    load.settle({ kind: 'failed', fault: 'deadline', text: '' });
    this.#parts.isolates.close(isolate);
  }

  /** Called with every report of an entry that does not end. */
  checkBusy(runner: RunnerProcess): void {
    const { busy } = runner;
    const isolate = busy && this.#parts.isolates.get(runner, busy.isolate);
    if (busy === undefined || isolate === undefined) return;
    const { cpuMs, loadMs } = isolate.extension.limits;
    const isLoading = isolate.load !== undefined || (busy.seq === 0 && !isolate.isOpen);
    const isStuck = isLoading
      ? busy.ms > loadMs + STUCK_GRACE_MS
      : busy.cpuMs > cpuMs && busy.ms > busy.patienceMs + STUCK_GRACE_MS;
    if (isStuck) runner.kill('wedged', 'its code could not be interrupted');
  }
}

/** Another call may keep the runner from beginning this one, which its watch thread is about to report. */
function mayWait({ seq, deadline }: PendingCall, runner: RunnerProcess, now: number): boolean {
  return runner.callCount > 1 && seq > runner.lastHeard && now < deadline + DEAF_MS;
}
