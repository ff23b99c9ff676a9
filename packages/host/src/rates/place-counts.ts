import type { RateCount } from '@mortise/contracts';
import type { HostRatesParts, NoRoom, Taken } from './host-rates.ts';

interface Places {
  readonly key: string;
  limit: number;
  /** Of this host's calls. */
  inUse: number;
  /** Of the places that all hosts share, those that are this host's. */
  held: number;
}

/** Places of a host that says no more are free again after this time. */
const HOLD_MS = 10_000;
const RENEW_MS = 3_000;
/** A place may become free at any time. */
const RETRY_MS = 1_000;

/** Calls at the same time, in all hosts on one state. */
export class PlaceCounts implements AsyncDisposable {
  readonly #parts: HostRatesParts;
  readonly #places = new Map<string, Places>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: HostRatesParts) {
    this.#parts = parts;
  }

  async take(key: string, limit: number): Promise<Taken | NoRoom> {
    const places = this.#places.get(key) ?? { key, limit, inUse: 0, held: 0 };
    this.#places.set(key, places);
    places.limit = limit;
    places.inUse += 1;
    try {
      if (places.inUse > Math.min(places.held, limit)) await this.#hold(places);
    } catch (error) {
      places.inUse -= 1;
      throw error;
    }
    if (places.inUse > places.held) {
      places.inUse -= 1;
      return { retryAfterMs: RETRY_MS };
    }
    this.#timer ??= setInterval(() => this.#renew(), RENEW_MS).unref();
    let isIn = true;
    return {
      release: () => {
        if (isIn) places.inUse -= 1;
        isIn = false;
      },
    };
  }

  /** Held by this host and not in use. */
  idleOf(key: string): number {
    const places = this.#places.get(key);
    return places === undefined ? 0 : Math.max(0, places.held - places.inUse);
  }

  /** Of this host. */
  *known(): Generator<RateCount> {
    for (const { key, inUse } of this.#places.values()) yield { key, used: inUse };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    const all = [...this.#places.values()];
    for (const each of all) each.inUse = 0;
    await Promise.allSettled(all.map((each) => this.#hold(each)));
  }

  async #hold(places: Places): Promise<void> {
    const { store, now, holder } = this.#parts;
    const { key, limit, inUse: count } = places;
    places.held = await store.hold({ key, holder, count, limit, now: now(), holdMs: HOLD_MS });
  }

  /** What is not in use goes back, what is stays this host's. */
  #renew(): void {
    for (const places of this.#places.values()) {
      void this.#hold(places).catch(() => undefined);
      if (places.inUse === 0) this.#places.delete(places.key);
    }
    if (this.#places.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
