import { createHash, hash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose';

/** What a request brings to show that its token is its own. */
export interface PresentedToken {
  readonly token: string;
  /** `dpop` if the token was presented with a proof, as RFC 9449 says. */
  readonly scheme: 'bearer' | 'dpop';
  readonly proof: string | undefined;
  readonly method: string;
  /** The address as clients know it, without query and fragment. */
  readonly url: string;
}

/** Signatures by a key pair. */
export const DPOP_ALGORITHMS: readonly string[] = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
  'RS256',
  'PS256',
];
/** A proof is of now, give or take what clocks differ, in seconds. */
const WINDOW_SECONDS = 60;
const MOST_PROOF_CHARS = 4_000;

/** Used proofs that are remembered: one client that sends many of its own must lock no other one out. */
export interface RememberedProofs {
  readonly ofKey: number;
  readonly ofAll: number;
}
const MOST_REMEMBERED: RememberedProofs = { ofKey: 20_000, ofAll: 100_000 };

/** How long a proof that was used is remembered at least. */
interface UsedProof {
  /** Thumbprint of the key that made it. */
  readonly key: string;
  /** Too old from then on, by the wall clock in s. */
  readonly until: number;
  /** By the monotonic clock in ms: a wall clock may be set ahead and back again. */
  readonly atLeast: number;
}

/** Checks proofs that who sends a token holds the key that it is bound to. Each is good once. */
export class DpopProofs {
  readonly #now: () => number;
  readonly #clock: () => number;
  /** In the order of their use. */
  readonly #used = new Map<string, UsedProof>();
  /** How many of them are of each key. */
  readonly #counts = new Map<string, number>();
  readonly #most: RememberedProofs;

  /** By the wall clock and by a monotonic one, both in ms. */
  constructor(
    now: () => number,
    clock: () => number = () => performance.now(),
    most: RememberedProofs = MOST_REMEMBERED,
  ) {
    this.#now = now;
    this.#clock = clock;
    this.#most = most;
  }

  /** Whether the proof is for this very request, this token and this key. Never rejects. */
  async isGood(presented: PresentedToken, thumbprint: string): Promise<boolean> {
    const { proof, scheme } = presented;
    if (scheme !== 'dpop' || proof === undefined || proof.length > MOST_PROOF_CHARS) return false;
    try {
      const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
        ...{ typ: 'dpop+jwt', algorithms: [...DPOP_ALGORITHMS] },
        currentDate: new Date(this.#now()),
      });
      const { jwk } = protectedHeader;
      if (jwk === undefined || (await calculateJwkThumbprint(jwk)) !== thumbprint) return false;
      return isForRequest(payload, presented) && this.#use(payload, thumbprint);
    } catch {
      return false;
    }
  }

  #use({ jti, iat }: JWTPayload, thumbprint: string): boolean {
    const now = this.#now() / 1_000;
    if (typeof jti !== 'string' || jti === '' || jti.length > 256 || iat === undefined)
      return false;
    if (Math.abs(now - iat) > WINDOW_SECONDS) return false;
    // As long whatever the client wrote.
    const name = hash('sha256', `${thumbprint} ${jti}`, 'base64url');
    if (this.#used.has(name)) return false;
    const clock = this.#clock();
    this.#forgetOld(now, clock);
    const ofKey = this.#counts.get(thumbprint) ?? 0;
    // Full of proofs that are still young: one more could be a second use of one that had to be forgotten.
    if (ofKey >= this.#most.ofKey || this.#used.size >= this.#most.ofAll) return false;
    const [until, atLeast] = [iat + WINDOW_SECONDS, clock + 2_000 * WINDOW_SECONDS];
    this.#used.set(name, { key: thumbprint, until, atLeast });
    this.#counts.set(thumbprint, ofKey + 1);
    return true;
  }

  #forgetOld(now: number, clock: number): void {
    for (const [name, { key, until, atLeast }] of this.#used) {
      if (atLeast > clock) break;
      // A clock that was set back comes to its time once more.
      if (until >= now) continue;
      this.#used.delete(name);
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    }
  }
}

function isForRequest(payload: JWTPayload, { token, method, url }: PresentedToken): boolean {
  const { htm, htu, ath } = payload;
  const digest = createHash('sha256').update(token).digest('base64url');
  return htm === method && ath === digest && typeof htu === 'string' && addressOf(htu) === url;
}

function addressOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`;
}
