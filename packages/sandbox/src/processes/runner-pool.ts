import { base64Chars, LIMITS } from '@mortise/contracts';
import { StartBackoff } from '@mortise/processes';
import type { SandboxOptions } from '../api/sandbox-api.ts';
import type { RuntimeFiles } from '../runtime/runtime-files.ts';
import { Jail } from './jail.ts';
import {
  type RunnerGroup,
  type RunnerListener,
  RunnerProcess,
  type RunnerRole,
} from './runner-process.ts';

export type PoolOptions = Pick<
  SandboxOptions,
  'spareRunners' | 'maxRunners' | 'idleRunnerMs' | 'rssCapBytes' | 'jail' | 'jailTrial' | 'jit'
>;

const FRAME_OVERHEAD = 65_536;
/** No extension may be allowed to send more at once, so that no frame of a runner is longer. */
const MAX_FRAME_CHARS =
  Math.max(
    LIMITS.registrationBytes.ceiling,
    LIMITS.resultBytes.ceiling + base64Chars(LIMITS.mediaBytes.ceiling),
    LIMITS.hostCallBytes.ceiling,
  ) + FRAME_OVERHEAD;
/** Isolates in one runner. */
export const MAX_ISOLATES = 64;
/** Of its cap: what a runner of several extensions may hold before the next one would pay for it. */
const RETIRE_SHARE = 0.6;
/** Of a runner without isolates. */
const BASE_RSS_BYTES = 448_000_000;
const MAX_HEAP_ALLOWANCE = 1_000_000_000;
/** Starting a process blocks for some milliseconds, and a call may wait for its answer. */
const REFILL_DELAY_MS = 5;
/** Where a jail is required and none could be made: what was short for a moment, memory say, may be there again. */
const JAIL_RETRY_MS = 30_000;

export interface PoolListener extends RunnerListener {
  /** What holds runners is known, or has changed. */
  onJailKnown(jail: Jail): void;
}

/** The runner processes of a sandbox: how many there are, what each is for, and when it ends. */
export class RunnerPool {
  /** How long a runner or an isolate without calls is kept. */
  readonly idleMs: number;
  readonly jail: Jail;
  readonly #spareRunners: number;
  readonly #maxRunners: number;
  readonly #rssCapBytes: number | undefined;
  readonly #jailRetryMs: number;
  readonly #listener: RunnerListener;
  readonly #runners = new Set<RunnerProcess>();
  readonly #backoff = new StartBackoff();
  #files: RuntimeFiles | undefined;
  #isClosed = false;
  #isRefilling = false;

  constructor(options: PoolOptions, listener: PoolListener) {
    this.jail = new Jail({
      tier: options.jail ?? 'preferred',
      onKnown: () => listener.onJailKnown(this.jail),
      ...(options.jit !== undefined && { jit: options.jit }),
      ...options.jailTrial,
    });
    this.idleMs = options.idleRunnerMs ?? 30_000;
    this.#spareRunners = options.spareRunners ?? 1;
    this.#maxRunners = Math.max(1, options.maxRunners ?? 8);
    this.#rssCapBytes = options.rssCapBytes;
    this.#jailRetryMs = options.jailTrial?.retryMs ?? JAIL_RETRY_MS;
    this.#listener = listener;
  }

  get runners(): ReadonlySet<RunnerProcess> {
    return this.#runners;
  }

  open(files: RuntimeFiles): void {
    this.#files ??= files;
    this.#refill();
  }

  /**
   * A runner for a registration. One of several extensions has one beside that of calls, so that a slow
   * call keeps nothing from loading; registrations run one after the other.
   */
  loaderFor(group: RunnerGroup): RunnerProcess {
    if (group.owner !== undefined) return this.runnerFor(group) ?? this.#take('dedicated', group);
    for (const runner of this.#runners)
      if (runner.role === 'loader' && isFor(runner, group)) return runner;
    return this.#take('loader', group);
  }

  /** A runner for calls of a group. Undefined if it has none and there is no room for another one. */
  runnerFor(group: RunnerGroup): RunnerProcess | undefined {
    return group.owner === undefined ? this.#shared(group) : this.#dedicated(group);
  }

  #dedicated(group: RunnerGroup): RunnerProcess | undefined {
    for (const runner of this.#runners)
      if (runner.role === 'dedicated' && isFor(runner, group)) return runner;
    return this.#hasRoom() ? this.#take('dedicated', group) : undefined;
  }

  /** The emptiest of a group of several, or a new one while all are full. */
  #shared(group: RunnerGroup): RunnerProcess | undefined {
    let best: RunnerProcess | undefined;
    for (const runner of this.#runners) {
      if (runner.role !== 'shared' || !isFor(runner, group)) continue;
      if (best === undefined || runner.isolateCount < best.isolateCount) best = runner;
    }
    if (best !== undefined && best.isolateCount < MAX_ISOLATES) return best;
    return this.#hasRoom() ? this.#take('shared', group) : best;
  }

  /** A runner above this is killed. */
  rssCapOf(runner: RunnerProcess): number {
    if (this.#rssCapBytes !== undefined) return this.#rssCapBytes;
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
      if (isOfSeveral && runner.measure() > this.rssCapOf(runner) * RETIRE_SHARE) runner.retire();
      if (runner.role === 'retiring' && runner.isAtRest) runner.kill('idle', 'it had grown');
    }
  }

  /** Waits until a runner got ready or has ended, so that what holds it is known; starts one if there is none. */
  async tryRunner(): Promise<void> {
    if (!this.jail.canStart) return;
    const [there] = this.#runners;
    const runner = there ?? this.#spawn();
    await runner.started;
    if (there === undefined && this.#spareRunners === 0 && runner.role === 'spare')
      runner.kill('idle');
  }

  /** To be called when a runner has lasted for a while: the next start that fails is a first one again. */
  settle(): void {
    this.#backoff.succeed();
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
      if (runner.isAtRest && now - runner.idleSince > this.idleMs) runner.kill('idle');
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const runners = [...this.#runners];
    for (const runner of runners) runner.kill('closed');
    await Promise.all(runners.map((runner) => runner.ended));
  }

  /** Runners that have nothing to do make room for those that are needed. */
  #hasRoom(): boolean {
    let others = 0;
    let idle: RunnerProcess | undefined;
    for (const runner of this.#runners) {
      if (runner.role === 'spare' || !runner.isAlive) continue;
      others += 1;
      if (runner.isAtRest && (idle === undefined || runner.idleSince < idle.idleSince))
        idle = runner;
    }
    if (others < this.#maxRunners) return true;
    idle?.kill('idle', 'another extension needs a runner');
    return idle !== undefined;
  }

  #take(role: RunnerRole, group: RunnerGroup): RunnerProcess {
    let taken: RunnerProcess | undefined;
    // Spares have a compiler, unless none has.
    const isPlain = group.jit === 'on' || this.jail.jit === 'off';
    for (const runner of this.#runners) {
      if (!isPlain || runner.role !== 'spare' || !runner.isAlive) continue;
      if (taken === undefined || (runner.isReady && !taken.isReady)) taken = runner;
    }
    taken ??= this.#spawn(group.jit);
    taken.assign(role, group);
    this.#refill();
    return taken;
  }

  #spawn(jit: 'on' | 'off' = 'on'): RunnerProcess {
    if (this.#files === undefined || this.#isClosed) throw new Error('the pool is not open');
    const runner = new RunnerProcess({
      ...{ files: this.#files, jail: this.jail, jit, maxFrameChars: MAX_FRAME_CHARS },
      listener: this.#listener,
      pauseAfterFailure: () => this.#backoff.fail(),
    });
    this.#runners.add(runner);
    return runner;
  }

  #refill(): void {
    if (this.#isRefilling || this.#isClosed || this.#files === undefined) return;
    if (!this.jail.canStart) return;
    this.#isRefilling = true;
    const delayMs = this.jail.refusal === undefined ? REFILL_DELAY_MS : this.#jailRetryMs;
    setTimeout(() => {
      this.#isRefilling = false;
      if (this.#isClosed) return;
      if (this.jail.refusal !== undefined) {
        void this.tryRunner();
        return;
      }
      let spares = 0;
      for (const runner of this.#runners) if (runner.role === 'spare') spares += 1;
      const isWanted = spares < this.#spareRunners && this.#runners.size < this.#maxRunners;
      if (!isWanted) return;
      this.#spawn();
      this.#refill();
    }, delayMs).unref();
  }
}

function isFor(runner: RunnerProcess, group: RunnerGroup): boolean {
  return runner.isAlive && runner.group?.key === group.key;
}
