import { type FindPosition, positionsOf, readTrace, type Trace } from './trace.ts';

/** What of an extension its traces are read with. */
export interface TracedExtension {
  /** Of its bundle; undefined if there is none, or if it is gone. */
  readonly readMap: () => string | undefined;
}

interface Kept {
  readonly find: FindPosition;
  usedAt: number;
}

const MOST_KEPT = 2;
const KEEP_MS = 30_000;
/** A map that has to be read takes up to 100 ms of the host, and an extension may throw all the time. */
const PAUSE_MS = 1_000;
const MAP_CHARS = 16_000_000;

/**
 * Finds the author's places in what guests say of errors. Maps are large, so few are kept, for a while,
 * and reading one is rare: where it may not be read now, places are those of the bundle.
 */
export class TraceReader {
  readonly #kept = new Map<TracedExtension, Kept>();
  #readAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  read(extension: TracedExtension, guestStack: string): Trace {
    if (guestStack === '') return [];
    return readTrace(guestStack, this.#positionsOf(extension));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#kept.clear();
  }

  #positionsOf(extension: TracedExtension): FindPosition {
    const now = performance.now();
    const kept = this.#kept.get(extension);
    if (kept !== undefined) {
      kept.usedAt = now;
      return kept.find;
    }
    if (now - this.#readAt < PAUSE_MS) return () => undefined;
    this.#readAt = now;
    const map = extension.readMap();
    const find = positionsOf(map !== undefined && map.length <= MAP_CHARS ? map : undefined);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(extension, { find, usedAt: now });
    this.#timer ??= setTimeout(this.#forget, KEEP_MS).unref();
    return find;
  }

  readonly #forget = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    for (const [extension, { usedAt }] of this.#kept)
      if (now - usedAt >= KEEP_MS) this.#kept.delete(extension);
    if (this.#kept.size > 0) this.#timer = setTimeout(this.#forget, KEEP_MS).unref();
  };
}
