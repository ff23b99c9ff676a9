import type { RuntimeFiles } from '../runtime/runtime-files.ts';
import { type RunnerListener, RunnerProcess, type RunnerRole } from './runner-process.ts';

export interface PoolOptions {
  readonly spareRunners: number;
  readonly maxRunners: number;
  readonly idleRunnerMs: number;
  readonly maxFrameChars: number;
  /** In place of what the heaps of a runner's isolates make of it. */
  readonly rssCapBytes?: number;
}

/** Isolates in one runner. */
export const MAX_ISOLATES = 64;
/** Of its cap: what a runner of several extensions may hold before the next one would pay for it. */
const RETIRE_SHARE = 0.6;
/** Of a runner without isolates. */
const BASE_RSS_BYTES = 448_000_000;
const MAX_HEAP_ALLOWANCE = 1_000_000_000;
/** Starting a process blocks for some milliseconds, and a call may wait for its answer. */
const REFILL_DELAY_MS = 5;

/** The runner processes of a sandbox: how many there are, what each is for, and when it ends. */
export class RunnerPool {
  readonly #options: PoolOptions;
  readonly #listener: RunnerListener;
  readonly #runners = new Set<RunnerProcess>();
  #files: RuntimeFiles | undefined;
  #isClosed = false;
  #isRefilling = false;

  constructor(options: PoolOptions, listener: RunnerListener) {
    this.#options = options;
    this.#listener = listener;
  }

  get runners(): ReadonlySet<RunnerProcess> {
    return this.#runners;
  }

  open(files: RuntimeFiles): void {
    this.#files ??= files;
    this.#refill();
  }

  /** One runner is enough for registrations: they run one after the other. */
  loader(): RunnerProcess {
    this.retireGrown();
    for (const runner of this.#runners)
      if (runner.role === 'loader' && runner.isAlive) return runner;
    return this.#take('loader');
  }

  /** A runner for one extension alone; undefined if there is no room for another one. */
  dedicated(): RunnerProcess | undefined {
    return this.#hasRoomForOwn() ? this.#take('dedicated') : undefined;
  }

  /** A runner for several extensions: the emptiest, or a new one while all are full. */
  shared(): RunnerProcess {
    let best: RunnerProcess | undefined;
    let total = 0;
    for (const runner of this.#runners) {
      if (runner.role !== 'spare') total += 1;
      if (runner.role !== 'shared' || !runner.isAlive) continue;
      if (best === undefined || runner.isolateCount < best.isolateCount) best = runner;
    }
    const isFull =
      best !== undefined && best.isolateCount >= MAX_ISOLATES && total < this.#options.maxRunners;
    return best === undefined || isFull ? this.#take('shared') : best;
  }

  /** A runner above this is killed. */
  rssCapOf(runner: RunnerProcess): number {
    if (this.#options.rssCapBytes !== undefined) return this.#options.rssCapBytes;
    return BASE_RSS_BYTES + Math.min(runner.heapBytes, MAX_HEAP_ALLOWANCE);
  }

  /**
   * Memory that one extension left behind in a process must not be charged to the next: a runner
   * of several that has grown gets nothing new, and ends with its last call.
   */
  retireGrown(): void {
    for (const runner of this.#runners) {
      if (!runner.isAlive) continue;
      const isOfSeveral = runner.role === 'shared' || runner.role === 'loader';
      if (isOfSeveral && runner.measure() > this.rssCapOf(runner) * RETIRE_SHARE)
        runner.assign('retiring');
      if (runner.role === 'retiring' && runner.isAtRest) runner.kill('idle', 'it had grown');
    }
  }

  /** To be called when a runner has ended. */
  forget(runner: RunnerProcess): void {
    this.#runners.delete(runner);
    this.#refill();
  }

  /** Ends runners that have had nothing to do for a while; spares stay. */
  reap(now: number): void {
    for (const runner of this.#runners) {
      if (runner.role === 'spare' || !runner.isAlive) continue;
      if (runner.isAtRest && now - runner.idleSince > this.#options.idleRunnerMs)
        runner.kill('idle');
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const runners = [...this.#runners];
    for (const runner of runners) runner.kill('closed');
    await Promise.all(runners.map((runner) => runner.ended));
  }

  /** One place is kept for those that share, or no other extension could run at all. */
  #hasRoomForOwn(): boolean {
    let others = 0;
    for (const runner of this.#runners)
      if (runner.role !== 'spare' && runner.role !== 'shared') others += 1;
    if (others < this.#options.maxRunners - 1) return true;
    return this.#evictIdle();
  }

  #evictIdle(): boolean {
    let idle: RunnerProcess | undefined;
    for (const runner of this.#runners) {
      if (runner.role !== 'dedicated' || runner.callCount > 0 || !runner.isAlive) continue;
      if (idle === undefined || runner.idleSince < idle.idleSince) idle = runner;
    }
    idle?.kill('idle', 'another extension needs a runner');
    return idle !== undefined;
  }

  #take(role: RunnerRole): RunnerProcess {
    let taken: RunnerProcess | undefined;
    for (const runner of this.#runners) {
      if (runner.role !== 'spare' || !runner.isAlive) continue;
      if (taken === undefined || (runner.isReady && !taken.isReady)) taken = runner;
    }
    taken ??= this.#spawn();
    taken.assign(role);
    this.#refill();
    return taken;
  }

  #spawn(): RunnerProcess {
    if (this.#files === undefined || this.#isClosed) throw new Error('the pool is not open');
    const runner = new RunnerProcess(this.#files, this.#options.maxFrameChars, this.#listener);
    this.#runners.add(runner);
    return runner;
  }

  #refill(): void {
    if (this.#isRefilling || this.#isClosed || this.#files === undefined) return;
    this.#isRefilling = true;
    setTimeout(() => {
      this.#isRefilling = false;
      let spares = 0;
      for (const runner of this.#runners) if (runner.role === 'spare') spares += 1;
      const isWanted =
        spares < this.#options.spareRunners && this.#runners.size < this.#options.maxRunners;
      if (!isWanted || this.#isClosed) return;
      this.#spawn();
      this.#refill();
    }, REFILL_DELAY_MS).unref();
  }
}
