import { randomBytes } from 'node:crypto';
import type { Principal } from '@mortise/contracts';
import { digestOf, type NewToken } from '@mortise/host';

/** What a code signs in as: a token like this is made with its use. */
export type SignInWish = Pick<NewToken, 'roles' | 'agents' | 'userId'>;

/** Who made a link; what the link opens ends with it. */
export type LinkMaker = Pick<Principal, 'id' | 'expiresAt'>;

export interface LoginCode {
  readonly code: string;
  /** Wall clock in ms. */
  readonly expiresAt: number;
}

interface KeptCode {
  readonly wish: SignInWish;
  readonly madeBy: LinkMaker;
  readonly expiresAt: number;
}

/** Long enough to open a link that was printed a moment ago, short enough for what a log keeps. */
const LIFETIME_MS = 15 * 60_000;
/** Links that were never opened: the oldest goes first. */
const MOST_CODES = 64;

/**
 * Codes of links that sign in, each once. They live in this process alone and are kept as hashes: a
 * restart ends them, and a dump of the state holds none.
 */
export class LoginCodes {
  readonly #now: () => number;
  readonly #codes = new Map<string, KeptCode>();

  constructor(now: () => number) {
    this.#now = now;
  }

  make(wish: SignInWish, madeBy: LinkMaker): LoginCode {
    const code = randomBytes(32).toString('base64url');
    const expiresAt = this.#now() + LIFETIME_MS;
    const [oldest] = this.#codes.keys();
    if (oldest !== undefined && this.#codes.size >= MOST_CODES) this.#codes.delete(oldest);
    this.#codes.set(keyOf(code), { wish, madeBy, expiresAt });
    return { code, expiresAt };
  }

  clear(): void {
    this.#codes.clear();
  }

  /** What a code signs in as, and who made it; `undefined` if it is unknown, was used or is too old. */
  take(code: string): Omit<KeptCode, 'expiresAt'> | undefined {
    const key = keyOf(code);
    const kept = this.#codes.get(key);
    this.#codes.delete(key);
    return kept === undefined || kept.expiresAt <= this.#now() ? undefined : kept;
  }
}

/** Found by a hash: what a lookup tells by its time is nothing of the code. */
function keyOf(code: string): string {
  return digestOf(code).toString('hex');
}
