/** What is being fetched for one node at a time, in bytes; a single parcel may have more. */
const MOST_BYTES = 100_000_000;

interface Waiting {
  readonly bytes: number;
  readonly fetch: () => Promise<void>;
}

/** Has parcels of one node fetched in turn, so that what it announces at once does not fill the memory of the host. */
export class ParcelQueue {
  readonly #mostBytes: number;
  readonly #waiting: Waiting[] = [];
  #bytes = 0;

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** `fetch` never rejects. */
  add(bytes: number, fetch: () => Promise<void>): void {
    this.#waiting.push({ bytes, fetch });
    this.#next();
  }

  #next(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const { bytes, fetch } = first;
      if (this.#bytes > 0 && this.#bytes + bytes > this.#mostBytes) return;
      this.#waiting.shift();
      this.#bytes += bytes;
      void fetch().finally(() => {
        this.#bytes -= bytes;
        this.#next();
      });
    }
  }
}
