import type { Extension } from '../extensions/extension.ts';
import type { RunnerPool } from '../processes/runner-pool.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';

/**
 * Which runner an extension gets: one that may have killed a runner, and every third-party one
 * while there is room, gets one of its own; the others share. A runner that held third-party code
 * is never handed to another extension as its own.
 */
export class Placement {
  readonly #pool: RunnerPool;
  readonly #rule: 'dedicated-first' | 'shared';
  readonly #runners = new WeakMap<Extension, RunnerProcess>();
  readonly #separated = new WeakSet<Extension>();

  constructor(pool: RunnerPool, rule: 'dedicated-first' | 'shared' = 'dedicated-first') {
    this.#pool = pool;
    this.#rule = rule;
  }

  /** The runner for calls of an extension; makes one if it must. Throws if none can be made. */
  runnerFor(extension: Extension): RunnerProcess {
    this.#pool.retireGrown();
    const known = this.#runners.get(extension);
    if (known?.isServing) return known;
    const own = this.#wantsOwn(extension) ? this.#pool.dedicated() : undefined;
    const runner = own ?? this.#pool.shared();
    this.#runners.set(extension, runner);
    return runner;
  }

  /** It killed a runner, or may have: the next one it gets is its own. */
  separate(extension: Extension): void {
    this.#separated.add(extension);
  }

  /** Nothing of the extension runs any more: a runner of its own ends. */
  release(extension: Extension): void {
    const runner = this.#runners.get(extension);
    this.#runners.delete(extension);
    if (runner?.role === 'dedicated' && runner.isAlive) runner.kill('idle');
  }

  isShared(extension: Extension): boolean {
    const runner = this.#runners.get(extension);
    return runner?.isAlive === true && runner.role === 'shared';
  }

  #wantsOwn(extension: Extension): boolean {
    if (this.#separated.has(extension)) return true;
    return this.#rule === 'dedicated-first' && extension.facts.trust !== 'first-party';
  }
}
