import type { StopRecord, StopStore } from '@mortise/contracts';

/** Keeps stops as long as the process lasts. */
export class MemoryStopStore implements StopStore {
  readonly isLasting = false;
  readonly #stops = new Map<string, StopRecord>();

  async list(): Promise<readonly StopRecord[]> {
    return [...this.#stops.values()];
  }

  async add(stop: StopRecord): Promise<void> {
    if (!this.#stops.has(stop.id)) this.#stops.set(stop.id, Object.freeze({ ...stop }));
  }

  async lift(id: string, { at, by }: { readonly at: number; readonly by: string }) {
    const known = this.#stops.get(id);
    if (known === undefined) return false;
    if (known.liftedAt === undefined) {
      this.#stops.set(id, Object.freeze({ ...known, liftedAt: at, liftedBy: by }));
    }
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
