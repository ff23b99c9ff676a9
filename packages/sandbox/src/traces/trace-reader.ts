import { type FindPosition, positionsOf, readTrace, type Trace } from './trace.ts';

/** What of an extension its traces are read with. */
export interface TracedExtension {
  /** What its map is known by; what was registered has that of its draft. Undefined if there is none. */
  readonly mapHash: string | undefined;
  /** Of its bundle; undefined if there is none, or if it is gone. */
  readonly readMap: () => string | undefined;
}

interface Kept {
  readonly find: FindPosition;
  usedAt: number;
}

const MOST_KEPT = 2;
const KEEP_MS = 30_000;
/**
 * A map that has to be read takes up to 100 ms of the host, and an extension may throw all the time: all
 * of them together take a tenth of its time, and no more than this at once.
 */
const MOST_CREDIT_MS = 250;
const SHARE = 0.1;
const MAP_CHARS = 16_000_000;
const NOWHERE: FindPosition = () => undefined;

/**
 * Finds the author's places in what guests say of errors. Maps are large, so few are kept, for a while,
 * and reading one is rare: where it may not be read now, places are those of the bundle.
 */
export class TraceReader {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;
  #creditMs = MOST_CREDIT_MS;
  #creditAt: number;
  #timer: NodeJS.Timeout | undefined;

  /** `now` is a clock in ms that only goes forward. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#creditAt = now();
  }

  read(extension: TracedExtension, guestStack: string): Trace {
    if (guestStack === '') return [];
    return readTrace(guestStack, this.#positionsOf(extension));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#kept.clear();
  }

  #positionsOf({ mapHash, readMap }: TracedExtension): FindPosition {
    if (mapHash === undefined) return NOWHERE;
    const startedAt = this.#now();
    const kept = this.#kept.get(mapHash);
    if (kept !== undefined) {
      kept.usedAt = startedAt;
      return kept.find;
    }
    if (!this.#hasCredit(startedAt)) return NOWHERE;
    const map = readMap();
    const find = positionsOf(map !== undefined && map.length <= MAP_CHARS ? map : undefined);
    const usedAt = this.#now();
    this.#creditMs -= usedAt - startedAt;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(mapHash, { find, usedAt });
    this.#timer ??= setTimeout(this.#forget, KEEP_MS).unref();
    return find;
  }

  #hasCredit(now: number): boolean {
    const earned = (now - this.#creditAt) * SHARE;
    this.#creditMs = Math.min(MOST_CREDIT_MS, this.#creditMs + earned);
    this.#creditAt = now;
    return this.#creditMs > 0;
  }

  readonly #forget = (): void => {
    this.#timer = undefined;
    const now = this.#now();
    for (const [mapHash, { usedAt }] of this.#kept)
      if (now - usedAt >= KEEP_MS) this.#kept.delete(mapHash);
    if (this.#kept.size > 0) this.#timer = setTimeout(this.#forget, KEEP_MS).unref();
  };
}
