import { setImmediate as turn } from 'node:timers/promises';

/** Long enough that giving way costs little, short enough that calls do not notice, ms. */
const SLICE_MS = 8;

/**
 * Long work in the process that serves calls: it asks before each step, and whenever it has had its time
 * everything else goes first.
 */
export class WorkSlices {
  #until = performance.now() + SLICE_MS;

  async next(): Promise<void> {
    if (performance.now() < this.#until) return;
    await turn();
    this.#until = performance.now() + SLICE_MS;
  }
}
