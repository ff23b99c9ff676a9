import type { PlacementRule } from '../api/sandbox-api.ts';
import type { Extension } from '../extensions/extension.ts';
import type { RunnerPool } from '../processes/runner-pool.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import { ownGroup, type SharingGroup, sharingGroup } from './sharing-group.ts';

/**
 * Which runner an extension gets. A runner is for one group from its first isolate to its end; who is
 * in a group says `sharingGroup`, and one that may have killed a runner is alone from then on.
 */
export class Placement {
  readonly #pool: RunnerPool;
  readonly #rule: PlacementRule;
  readonly #separated = new WeakSet<Extension>();

  constructor(pool: RunnerPool, rule: PlacementRule = 'extension') {
    this.#pool = pool;
    this.#rule = rule;
  }

  groupOf(extension: Extension, scopeKey: string): SharingGroup {
    return this.#separated.has(extension)
      ? ownGroup(extension, this.#rule === 'scope' ? scopeKey : '')
      : sharingGroup(extension, scopeKey, this.#rule);
  }

  /** The runner for calls in a scope. Undefined while all processes are in use by others. */
  runnerFor(extension: Extension, scopeKey: string): RunnerProcess | undefined {
    this.#pool.retireGrown();
    return this.#pool.runnerFor(this.groupOf(extension, scopeKey));
  }

  /** The runner for its registration, which is code of the extension like any other. */
  loaderFor(extension: Extension): RunnerProcess {
    this.#pool.retireGrown();
    return this.#pool.loaderFor(this.groupOf(extension, ''));
  }

  /** It killed a runner, or may have: the next one it gets is its own. */
  separate(extension: Extension): void {
    this.#separated.add(extension);
  }

  /** Nothing of the extension runs any more: runners of its own end. */
  release(extension: Extension): void {
    const { owner } = ownGroup(extension);
    for (const runner of this.#pool.runners)
      if (runner.group?.owner === owner && runner.isAlive) runner.kill('idle');
  }

  isShared(extension: Extension): boolean {
    return this.groupOf(extension, '').owner === undefined;
  }
}
