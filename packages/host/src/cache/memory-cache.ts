import type { CacheStore } from '@mortise/contracts';

/** Keeps what was learned as long as the process lives. Several hosts may share one. */
export class MemoryCache implements CacheStore {
  readonly #entries = new Map<string, Uint8Array>();

  async read(key: string): Promise<Uint8Array | undefined> {
    const bytes = this.#entries.get(key);
    return bytes && Uint8Array.from(bytes);
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    this.#entries.set(key, Uint8Array.from(bytes));
  }
}
