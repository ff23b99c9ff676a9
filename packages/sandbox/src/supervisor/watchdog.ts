import type { CallDesk } from '../calls/call-desk.ts';
import { cpuMessage, failed, timeoutMessage } from '../calls/end-flight.ts';
import type { Flight } from '../calls/flight.ts';
import { isBusyWith } from './busy-reading.ts';
import type { RunnerPool } from './runner-pool.ts';
import type { RunnerProcess } from './runner-process.ts';

const SWEEP_MS = 10;
const RSS_EVERY_MS = 40;
/** Beyond its own limits, before silence counts as being stuck in code that nothing interrupts. */
const STUCK_GRACE_MS = 300;
const DEAF_MS = 2_000;
const START_MS = 10_000;

export interface WatchdogParts {
  readonly desk: CallDesk;
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
    for (const flight of this.#parts.desk.flights) this.#checkFlight(flight, now);
    const isRssDue = now - this.#rssAt >= RSS_EVERY_MS;
    if (isRssDue) this.#rssAt = now;
    if (isRssDue) this.#parts.pool.retireGrown();
    let isBusy = this.#parts.desk.size > 0;
    for (const runner of this.#parts.pool.runners) {
      isBusy = this.#checkRunner(runner, now, isRssDue) || isBusy;
    }
    if (!isBusy) this.stop();
  };

  #checkFlight(flight: Flight, now: number): void {
    if (flight.ending !== undefined) {
      this.#checkEnding(flight, now);
      return;
    }
    // A runner that does not start and a registration that does not end have limits of their own.
    const mayStartUntil = flight.deadline + START_MS + flight.extension.limits.loadMs;
    const isStarting = flight.cell !== undefined && !flight.cell.isOpen && now < mayStartUntil;
    if (now >= flight.deadline && !isStarting) this.#endLate(flight);
    else if (flight.ports.signal.aborted) this.#parts.desk.end(flight, 'aborted', '');
  }

  /** One that has computed all the while has used up its CPU time first, whoever sees it first. */
  #endLate(flight: Flight): void {
    const busy = flight.cell?.runner.busy;
    const isSpent =
      busy !== undefined && isBusyWith(busy, flight) && busy.cpuMs >= flight.extension.limits.cpuMs;
    if (isSpent) this.#parts.desk.end(flight, 'cpu_limit', cpuMessage(flight));
    else this.#parts.desk.end(flight, 'timeout', timeoutMessage(flight));
  }

  /** The runner did not let go of an ended call: it is stuck, or another call keeps it busy in its own right. */
  #checkEnding(flight: Flight, now: number): void {
    const { cell, ending } = flight;
    if (cell === undefined || ending === undefined || now < ending.killAt) return;
    const busy = cell.runner.busy;
    const isOthers =
      busy !== undefined && !isBusyWith(busy, flight) && now < ending.killAt + DEAF_MS;
    if (busy === undefined && now < ending.killAt + DEAF_MS) return;
    if (isOthers) {
      this.#parts.desk.settle(
        flight,
        failed(ending.code, ending.message, this.#parts.desk.usageOf(flight)),
      );
    } else cell.runner.kill('wedged', 'a call that was ended did not stop');
  }

  /** True while the runner has something that must be watched. */
  #checkRunner(runner: RunnerProcess, now: number, isRssDue: boolean): boolean {
    let isLoading = false;
    for (const cell of runner.cells.values()) {
      if (cell.load === undefined) continue;
      isLoading = true;
      if (now >= cell.load.deadline + STUCK_GRACE_MS) this.#endLoad(runner, cell.id);
    }
    if (!isLoading && runner.flights.size === 0) return false;
    if (!runner.isReady && now - runner.startedAt > START_MS)
      runner.kill('start_failed', 'it did not get ready');
    if (isRssDue && runner.measure() > this.#parts.rssCapOf(runner)) {
      runner.kill('rss', `${Math.round(runner.rssBytes / 1_000_000)} MB`);
    }
    return true;
  }

  #endLoad(runner: RunnerProcess, cellId: number): void {
    const cell = runner.cells.get(cellId);
    if (cell?.load === undefined) return;
    if (runner.busy?.cell === cellId) {
      runner.kill('wedged', 'a registration did not stop');
      return;
    }
    cell.load.settle({ kind: 'failed', fault: 'deadline', text: '' });
    this.#parts.desk.closeCell(cell);
  }

  /** Called with every report of an entry that does not end. */
  checkBusy(runner: RunnerProcess): void {
    const busy = runner.busy;
    const cell = busy === undefined ? undefined : runner.cells.get(busy.cell);
    if (busy === undefined || cell === undefined) return;
    const { cpuMs, loadMs } = cell.extension.limits;
    const isLoading = cell.load !== undefined || (busy.seq === 0 && !cell.isOpen);
    const isStuck = isLoading
      ? busy.ms > loadMs + STUCK_GRACE_MS
      : busy.cpuMs > cpuMs && busy.ms > busy.patienceMs + STUCK_GRACE_MS;
    if (isStuck) runner.kill('wedged', 'its code could not be interrupted');
  }
}
