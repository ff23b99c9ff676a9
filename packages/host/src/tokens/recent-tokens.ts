import type { Principal } from '@mortise/contracts';
import { idPartOf, isSameText } from './token-text.ts';

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
  /** The whole of it, once it was shown and found right. */
  text?: string;
}

/** How long texts of tokens stay in memory at most. */
const TEXTS_KEPT_MS = 1_000;

/** The tokens that were read a moment ago, by id; those that are unknown are not among them. */
export class RecentTokens {
  readonly #clock: () => number;
  readonly #tokens = new Map<string, RememberedToken>();
  #forgetting: NodeJS.Timeout | undefined;

  /** The clock is monotonic, in ms. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  get now(): number {
    return this.#clock();
  }

  find(id: string): ReadToken | undefined {
    return this.#ifRecent(this.#tokens.get(id))?.token;
  }

  /** The token that was shown as this very text before, since it was read. */
  findShown(text: string): ReadToken | undefined {
    const known = this.#tokens.get(idPartOf(text));
    if (known?.text === undefined || !isSameText(known.text, text)) return undefined;
    return this.#ifRecent(known)?.token;
  }

  /** A text was found to be that of a token, by its digest; nothing if that was read anew or forgotten since. */
  noteShown(id: string, token: ReadToken, text: string): void {
    const known = this.#tokens.get(id);
    if (known?.token !== token) return;
    known.text = text;
    this.#forgetting ??= setTimeout(this.#forgetTexts, TEXTS_KEPT_MS).unref();
  }

  /** `askedAt` is when the store was asked: its answer may be of then, however late it came. */
  remember(id: string, token: ReadToken, askedAt: number): void {
    if (this.#tokens.size >= MOST_REMEMBERED) this.#tokens.clear();
    this.#tokens.set(id, { token, askedAt });
  }

  forget(id: string): void {
    this.#tokens.delete(id);
  }

  #ifRecent(known: RememberedToken | undefined): RememberedToken | undefined {
    return known !== undefined && this.#clock() - known.askedAt < RECENT_MS ? known : undefined;
  }

  readonly #forgetTexts = (): void => {
    this.#forgetting = undefined;
    for (const known of this.#tokens.values()) delete known.text;
  };
}
