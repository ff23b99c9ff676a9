import { EventEmitter, getEventListeners } from 'node:events';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import type { Sample } from './figures-and-bounds.ts';
import { fillYoungGeneration } from './fill-young-generation.ts';

export interface ProbeOptions {
  /** Where each sample is appended as a line of JSON. */
  readonly file: string;
  readonly everyMs: number;
  /** When V8's young generation is filled once: within the warm-up, after the load has enlarged it. */
  readonly fillAtMs: number;
  /** Signals that outlive calls: whoever listens to one and does not stop is held by it. */
  readonly signals?: readonly AbortSignal[];
}

const MB = 1_000_000;
const LOOP_RESOLUTION_MS = 10;

/** Measures this process from inside until it ends. Keeps nothing in memory. */
export function startProbe({ file, everyMs, fillAtMs, signals = [] }: ProbeOptions): void {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  const collections = new FullCollections();
  setTimeout(fillYoungGeneration, fillAtMs).unref();
  setInterval(() => {
    const sample = look({ loopP99: loop.percentile(99) / 1e6, collections, signals });
    loop.reset();
    appendFileSync(file, `${JSON.stringify(sample)}\n`);
  }, everyMs).unref();
}

/** Full collections, and what they left; those of young objects come by the hundred. */
class FullCollections {
  count = 0;
  /** In use after the last of them, in bytes; before the first, all that is in use. */
  live = process.memoryUsage().heapUsed;

  constructor() {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (Reflect.get(Object(Reflect.get(entry, 'detail')), 'kind') === FULL) this.#note();
    }).observe({ entryTypes: ['gc'] });
  }

  #note(): void {
    this.count += 1;
    this.live = process.memoryUsage().heapUsed;
  }
}

/** `perf_hooks.constants.NODE_PERFORMANCE_GC_MAJOR`. */
const FULL = 4;

interface ProbeParts {
  readonly loopP99: number;
  readonly collections: FullCollections;
  readonly signals: readonly AbortSignal[];
}

function look({ loopP99, collections, signals }: ProbeParts): Sample {
  const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  return {
    atMs: Date.now(),
    rss: rss / MB,
    anonymous: anonymousBytes() / MB,
    heap: heapUsed / MB,
    live: collections.live / MB,
    heapTotal: heapTotal / MB,
    external: external / MB,
    buffers: arrayBuffers / MB,
    // The one that reads the folder is not counted.
    descriptors: readNames('/proc/self/fd').length - 1,
    timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
    listeners: countListeners(signals),
    loopP99,
    collections: collections.count,
  };
}

function anonymousBytes(): number {
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readText('/proc/self/status')) ?? [];
  return Number(kilobytes ?? 0) * 1_024;
}

function countListeners(signals: readonly AbortSignal[]): number {
  // Not documented, but there is no other list of the sockets and children of a process.
  const handles: unknown = Reflect.get(process, '_getActiveHandles')?.call(process);
  const emitters = [process, ...(Array.isArray(handles) ? handles : [])];
  return sum([
    ...emitters.map((each) => (each instanceof EventEmitter ? listenersOf(each) : 0)),
    ...signals.map((signal) => getEventListeners(signal, 'abort').length),
  ]);
}

function listenersOf(emitter: EventEmitter): number {
  return sum(emitter.eventNames().map((name) => emitter.listenerCount(name)));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
