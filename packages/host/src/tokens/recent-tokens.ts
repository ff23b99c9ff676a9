import type { Principal } from '@mortise/contracts';

/**
 * What was read of a token counts for so long. Asking the store at every request whether another process
 * revoked something was the dearest part of who calls (19 of 30 µs, measured).
 */
export const RECENT_MS = 20;

/**
 * Who revokes says so this much later, and later still by what the store lags: no host on the same state goes by what
 * it read before.
 */
export const REVOKED_EVERYWHERE_MS = RECENT_MS + 5;

/** Tokens that are remembered; the next one begins anew. */
const MOST_REMEMBERED = 1_000;

/** A token as it was read. */
export interface ReadToken {
  /** SHA-256 of all of it. */
  readonly digest: Buffer;
  readonly principal: Principal;
  /** When it stops being good, by the wall clock in ms. */
  readonly endsAt: number;
}

interface RememberedToken {
  readonly token: ReadToken;
  readonly askedAt: number;
}

/** The tokens that were read a moment ago, by id; those that are unknown are not among them. */
export class RecentTokens {
  readonly #clock: () => number;
  readonly #tokens = new Map<string, RememberedToken>();

  /** The clock is monotonic, in ms. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  get now(): number {
    return this.#clock();
  }

  find(id: string): ReadToken | undefined {
    const known = this.#tokens.get(id);
    return known !== undefined && this.#clock() - known.askedAt < RECENT_MS
      ? known.token
      : undefined;
  }

  /** `askedAt` is when the store was asked: its answer may be of then, however late it came. */
  remember(id: string, token: ReadToken, askedAt: number): void {
    if (this.#tokens.size >= MOST_REMEMBERED) this.#tokens.clear();
    this.#tokens.set(id, { token, askedAt });
  }

  forget(id: string): void {
    this.#tokens.delete(id);
  }
}
