import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';

/** After a failure to learn where the keys are it is not tried again for so long, ms. */
const COOL_DOWN_MS = 30_000;
const TIMEOUT_MS = 5_000;
const MOST_METADATA_BYTES = 100_000;

export interface IssuerKeysOptions {
  readonly issuer: string;
  readonly jwksUri?: string;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/**
 * The keys of an issuer: asked when they are first needed, kept for ten minutes, asked again for a key
 * that is not among them, at most every half a minute whatever tokens say.
 */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions;
  #keys: Promise<JWTVerifyGetKey> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
  }

  /** Rejects while the issuer cannot be asked. */
  get(): Promise<JWTVerifyGetKey> {
    if (this.#keys !== undefined) return this.#keys;
    const { now } = this.#options;
    if (now() - this.#failedAt < COOL_DOWN_MS) return Promise.reject(new Error('asked lately'));
    const keys = this.#find();
    this.#keys = keys;
    keys.catch(() => {
      this.#keys = undefined;
      this.#failedAt = now();
    });
    return keys;
  }

  async #find(): Promise<JWTVerifyGetKey> {
    const { jwksUri } = this.#options;
    const place = new URL(jwksUri ?? (await this.#discover()));
    requireSafe(place);
    return createRemoteJWKSet(place, {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: COOL_DOWN_MS,
      cacheMaxAge: 600_000,
    });
  }

  /** Where RFC 8414 and OpenID Connect put it, in this order. */
  async #discover(): Promise<string> {
    const { issuer } = this.#options;
    for (const place of metadataPlaces(issuer)) {
      requireSafe(place);
      const metadata = await readMetadata(place);
      if (metadata === undefined || metadata['issuer'] !== issuer) continue;
      const { jwks_uri: found } = metadata;
      if (typeof found === 'string') return found;
    }
    throw new Error(`The issuer ${issuer} does not say where its keys are.`);
  }
}

export function metadataPlaces(issuer: string): readonly URL[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    new URL(`${origin}/.well-known/oauth-authorization-server${path}`),
    new URL(`${origin}/.well-known/openid-configuration${path}`),
    new URL(`${origin}${path}/.well-known/openid-configuration`),
  ];
}

async function readMetadata(place: URL): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const response = await fetch(place, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { Accept: 'application/json' },
    });
    if (!response.ok || Number(response.headers.get('content-length') ?? 0) > MOST_METADATA_BYTES) {
      await response.body?.cancel();
      return undefined;
    }
    const value: unknown = await response.json();
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Keys that anyone on the way could replace prove nothing. */
function requireSafe({ protocol, hostname, href }: URL): void {
  if (protocol === 'https:' || LOOPBACK.has(hostname)) return;
  throw new Error(`${href} is neither https nor on this machine.`);
}
