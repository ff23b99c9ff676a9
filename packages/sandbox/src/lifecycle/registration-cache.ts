import type { CacheStore } from '@mortise/contracts';

/**
 * Remembers what registrations left, across processes: as the text that the guest sent, so that it is
 * read and checked at every use exactly as the first time.
 */
export class RegistrationCache {
  readonly #store: CacheStore;
  readonly #runtimeName: () => string;

  /** `runtimeName` says which guest runtime ran the registration. */
  constructor(store: CacheStore, runtimeName: () => string) {
    this.#store = store;
    this.#runtimeName = runtimeName;
  }

  async find(key: string): Promise<string | undefined> {
    const bytes = await this.#store.read(this.#keyOf(key));
    return bytes && new TextDecoder().decode(bytes);
  }

  async keep(key: string, guestJson: string): Promise<void> {
    await this.#store.write(this.#keyOf(key), new TextEncoder().encode(guestJson));
  }

  #keyOf(key: string): string {
    return `registration ${this.#runtimeName()} ${key}`;
  }
}
