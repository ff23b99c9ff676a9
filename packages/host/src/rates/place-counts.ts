import type { RateCount } from '@mortise/contracts';
import type { HostRatesParts, NoRoom, Taken } from './host-rates.ts';

interface Places {
  readonly key: string;
  limit: number;
  /** Of this host's calls. */
  inUse: number;
  /** Calls that wait to know whether there is one. */
  waiting: number;
  /** Of the places that all hosts share, those that are this host's; no more than it asks for just now. */
  held: number;
  /** Settles when the store has said how many are held. */
  asking: Promise<void> | undefined;
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
    const places = this.#placesOf(key, limit);
    places.waiting += 1;
    try {
      // Where the store is asked already it was asked without this one; what it says then is for all that wait.
      if (isFull(places)) await places.asking?.catch(() => undefined);
      if (isFull(places)) await this.#hold(places);
      if (isFull(places)) return { retryAfterMs: RETRY_MS };
      places.inUse += 1;
    } finally {
      places.waiting -= 1;
    }
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
    await Promise.allSettled([...this.#places.values()].map((each) => this.#giveBack(each)));
  }

  #placesOf(key: string, limit: number): Places {
    const known = this.#places.get(key);
    const places = known ?? { key, limit, inUse: 0, waiting: 0, held: 0, asking: undefined };
    places.limit = limit;
    if (known === undefined) this.#places.set(key, places);
    this.#timer ??= setInterval(() => this.#renew(), RENEW_MS).unref();
    return places;
  }

  /** One question at a time: of two, the store may answer the later one first, and would keep the other. */
  #hold(places: Places): Promise<void> {
    places.asking ??= this.#ask(places).finally(() => {
      places.asking = undefined;
    });
    return places.asking;
  }

  async #ask(places: Places): Promise<void> {
    const { store, now, holder } = this.#parts;
    const { key, limit } = places;
    const count = places.inUse + places.waiting;
    places.held = Math.min(places.held, count);
    places.held = await store.hold({ key, holder, count, limit, now: now(), holdMs: HOLD_MS });
  }

  /** What is not in use goes back, what is stays this host's. */
  #renew(): void {
    for (const places of this.#places.values()) void this.#renewOne(places).catch(() => undefined);
    if (this.#places.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #renewOne(places: Places): Promise<void> {
    await this.#hold(places);
    if (places.inUse + places.waiting + places.held === 0) this.#places.delete(places.key);
  }

  async #giveBack(places: Places): Promise<void> {
    await places.asking?.catch(() => undefined);
    places.inUse = 0;
    await this.#hold(places);
  }
}

function isFull({ inUse, held, limit }: Places): boolean {
  return inUse >= Math.min(held, limit);
}
