import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect } from 'vitest';
import { machinePressure } from './machine-pressure.ts';

/** Generous, because the machine may be busy: what they catch is a host that works for its guest. */
const MOST_LOOP_DELAY_MS = 1_000;
const MOST_HOST_GROWTH_BYTES = 250_000_000;

/** Watches what an attack does to the process of the host itself. */
export class HostVitals {
  readonly #loop = monitorEventLoopDelay({ resolution: 20 });
  #rssBefore = 0;

  start(): void {
    this.#rssBefore = process.memoryUsage.rss();
    this.#loop.reset();
    this.#loop.enable();
  }

  expectWell(): void {
    this.#loop.disable();
    const delayMs = this.#loop.max / 1e6;
    expect(delayMs, 'ms in which the host could do nothing else').toBeLessThan(
      MOST_LOOP_DELAY_MS * machinePressure(),
    );
    const grown = process.memoryUsage.rss() - this.#rssBefore;
    expect(grown, 'bytes the host grew by').toBeLessThan(MOST_HOST_GROWTH_BYTES);
    expectCleanRealm();
  }
}

/** Nothing of a guest may have reached the objects of this process. */
function expectCleanRealm(): void {
  const plain: Record<string, unknown> = {};
  expect(plain['polluted']).toBeUndefined();
  for (const prototype of [Object.prototype, Array.prototype, String.prototype, Error.prototype])
    expect(Object.keys(prototype)).toEqual([]);
  expect(Reflect.get(globalThis, 'pwned')).toBeUndefined();
  expect(Reflect.get(globalThis, 'polluted')).toBeUndefined();
}
