import { performance } from 'node:perf_hooks';
import type { IsolateTable } from '../isolates/isolate-table.ts';
import type { RunnerPool } from '../processes/runner-pool.ts';
import type { LoadedExtensions } from './loaded-extensions.ts';

const PERIOD_MS = 1_000;

export interface HousekeepingParts {
  readonly extensions: LoadedExtensions;
  readonly isolates: IsolateTable;
  readonly pool: RunnerPool;
}

/** Lets go, now and then, of what has not been used for a while: generations, isolates, runners. */
export class Housekeeping {
  readonly #parts: HousekeepingParts;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: HousekeepingParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer ??= setInterval(this.#sweep, PERIOD_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  readonly #sweep = (): void => {
    const { extensions, isolates, pool } = this.#parts;
    const now = performance.now();
    extensions.finishDraining();
    isolates.closeIdle(now - pool.idleMs);
    pool.retireGrown();
    pool.reap(now);
  };
}
