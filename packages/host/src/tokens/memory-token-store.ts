import type { TokenRecord, TokenStore } from '@mortise/contracts';
import { endOfToken, interpretTokenRecord } from './token-record.ts';

/** Keeps tokens as long as the process lives. */
export class MemoryTokenStore implements TokenStore {
  readonly #records = new Map<string, TokenRecord>();
  #isClosed = false;

  async add(record: TokenRecord): Promise<boolean> {
    this.#requireOpen();
    const kept = interpretTokenRecord(structuredClone(record));
    if (kept === undefined) throw new TypeError('This is no token.');
    if (this.#records.has(kept.id)) return false;
    this.#records.set(kept.id, kept);
    return true;
  }

  async find(id: string): Promise<TokenRecord | undefined> {
    this.#requireOpen();
    return this.#records.get(id);
  }

  async list(): Promise<readonly TokenRecord[]> {
    this.#requireOpen();
    return [...this.#records.values()];
  }

  async revoke(id: string, at: number): Promise<boolean> {
    this.#requireOpen();
    const record = this.#records.get(id);
    if (record === undefined) return false;
    if (record.revokedAt === undefined) {
      this.#records.set(id, Object.freeze({ ...record, revokedAt: at }));
    }
    return true;
  }

  async prune(endedBefore: number): Promise<number> {
    this.#requireOpen();
    const old = [...this.#records.values()].filter((each) => endOfToken(each) < endedBefore);
    for (const { id } of old) this.#records.delete(id);
    return old.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
  }

  /** A store that is closed knows of no revocation: it answers nothing rather than what was. */
  #requireOpen(): void {
    if (this.#isClosed) throw new Error('The token store is closed.');
  }
}
