import type { Extension } from '../extensions/extension.ts';
import type { RuntimeFiles } from '../runtime/runtime-files.ts';
import { type RunnerListener, RunnerProcess } from './runner-process.ts';

export interface PoolOptions {
  readonly spareRunners: number;
  readonly maxRunners: number;
  readonly idleRunnerMs: number;
  readonly placement: 'dedicated-first' | 'shared';
  readonly maxFrameChars: number;
  readonly rssCapOf: (runner: RunnerProcess) => number;
}

const MAX_ISOLATES = 64;
/** Of its cap: what a runner of several extensions may hold before the next one would pay for it. */
const RETIRE_SHARE = 0.6;

/**
 * The runner processes of a sandbox, and the rule that places extensions in them: an extension
 * that may have killed a runner, and every third-party one while there is room, gets one of its
 * own; the others share. A runner that held third-party code is never handed to another
 * extension as its own.
 */
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

  /** The runner for calls of an extension; makes one if it must. */
  runnerFor(extension: Extension): RunnerProcess {
    this.retireGrown();
    if (extension.runner?.isServing) return extension.runner;
    const runner =
      this.#wantsOwn(extension) && this.#hasRoomForOwn() ? this.#take('dedicated') : this.#shared();
    extension.runner = runner;
    return runner;
  }

  /** One runner is enough for registrations: they run one after the other. */
  loader(): RunnerProcess {
    this.retireGrown();
    for (const runner of this.#runners)
      if (runner.role === 'loader' && runner.isAlive) return runner;
    return this.#take('loader');
  }

  /**
   * Memory that one extension left behind in a process must not be charged to the next: a runner
   * of several that has grown gets nothing new, and ends with its last call.
   */
  retireGrown(): void {
    for (const runner of this.#runners) {
      if (!runner.isAlive) continue;
      const isOfSeveral = runner.role === 'shared' || runner.role === 'loader';
      if (isOfSeveral && runner.measure() > this.#options.rssCapOf(runner) * RETIRE_SHARE)
        runner.role = 'retiring';
      if (runner.role === 'retiring' && isAtRest(runner)) runner.kill('idle', 'it had grown');
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
      if (isAtRest(runner) && now - runner.idleSince > this.#options.idleRunnerMs)
        runner.kill('idle');
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const runners = [...this.#runners];
    for (const runner of runners) runner.kill('closed');
    await Promise.all(runners.map((runner) => runner.ended));
  }

  #wantsOwn(extension: Extension): boolean {
    if (extension.mustBeAlone) return true;
    return this.#options.placement === 'dedicated-first' && extension.facts.trust !== 'first-party';
  }

  /** One place is kept for a shared runner, or extensions without a runner of their own could not run at all. */
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
      if (runner.role !== 'dedicated' || runner.pendingCalls.size > 0 || !runner.isAlive) continue;
      if (idle === undefined || runner.idleSince < idle.idleSince) idle = runner;
    }
    idle?.kill('idle', 'another extension needs a runner');
    return idle !== undefined;
  }

  #shared(): RunnerProcess {
    let best: RunnerProcess | undefined;
    let total = 0;
    for (const runner of this.#runners) {
      if (runner.role !== 'spare') total += 1;
      if (runner.role !== 'shared' || !runner.isAlive) continue;
      if (best === undefined || runner.isolates.size < best.isolates.size) best = runner;
    }
    const isFull =
      best !== undefined && best.isolates.size >= MAX_ISOLATES && total < this.#options.maxRunners;
    return best === undefined || isFull ? this.#take('shared') : best;
  }

  #take(role: RunnerProcess['role']): RunnerProcess {
    let taken: RunnerProcess | undefined;
    for (const runner of this.#runners) {
      if (runner.role !== 'spare' || !runner.isAlive) continue;
      if (taken === undefined || (runner.isReady && !taken.isReady)) taken = runner;
    }
    taken ??= this.#spawn();
    taken.role = role;
    taken.idleSince = performance.now();
    this.#refill();
    return taken;
  }

  #spawn(): RunnerProcess {
    if (this.#files === undefined || this.#isClosed) throw new Error('the pool is not open');
    const runner = new RunnerProcess(this.#files, this.#options.maxFrameChars, this.#listener);
    this.#runners.add(runner);
    return runner;
  }

  /** Later, not now: starting a process blocks for some milliseconds, and a call waits for its answer. */
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
    }, 5).unref();
  }
}

function isAtRest(runner: RunnerProcess): boolean {
  if (runner.pendingCalls.size > 0) return false;
  for (const isolate of runner.isolates.values()) if (isolate.load !== undefined) return false;
  return true;
}
