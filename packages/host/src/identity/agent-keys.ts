import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

/** A key that an agent signs with for a while. */
export interface AgentKey {
  readonly keyId: string;
  readonly key: KeyObject;
  /** As others need it to check a signature. */
  readonly jwk: PublicJwk;
}

export interface PublicJwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
}

export interface AgentKeysParts {
  /** 32 bytes that only this account can read: they sign for all agents. */
  readonly secret: () => Buffer;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** What PKCS #8 has in front of the 32 bytes of an Ed25519 key. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const MOST_KEPT = 4_096;

/**
 * The keys of agents. Each is derived from one secret, the agent and a stretch of time, so that keys change
 * by themselves when their time is over, on all hosts of one state alike, and nothing has to be kept.
 */
export class AgentKeys {
  readonly #parts: AgentKeysParts;
  readonly #made = new Map<string, AgentKey>();

  constructor(parts: AgentKeysParts) {
    this.#parts = parts;
  }

  /** The one that an agent signs with now. */
  current(agentId: string, rotateMs: number): AgentKey {
    return this.#keyOf(agentId, rotateMs, this.#period(rotateMs));
  }

  /** Those whose signatures may be met: of now, of the time before, and of the time that comes. */
  published(agentIds: readonly string[], rotateMs: number): readonly PublicJwk[] {
    const now = this.#period(rotateMs);
    return agentIds.flatMap((agentId) =>
      [now - 1, now, now + 1].map((period) => this.#keyOf(agentId, rotateMs, period).jwk),
    );
  }

  #period(rotateMs: number): number {
    return Math.floor(this.#parts.now() / rotateMs);
  }

  #keyOf(agentId: string, rotateMs: number, period: number): AgentKey {
    const name = JSON.stringify([agentId, rotateMs, period]);
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    if (this.#made.size >= MOST_KEPT) this.#made.clear();
    const made = deriveKey(this.#parts.secret(), name);
    this.#made.set(name, made);
    return made;
  }
}

function deriveKey(secret: Buffer, name: string): AgentKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, 'mortise agent identity', name, 32));
  const der = Buffer.concat([PKCS8_ED25519, seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { kty = '', crv = '', x = '' } = createPublicKey(key).export({ format: 'jwk' });
  // The thumbprint of RFC 7638: members in this order, and no others.
  const thumbprint = createHash('sha256')
    .update(JSON.stringify({ crv, kty, x }))
    .digest('base64url');
  const jwk = { kty, crv, x, kid: thumbprint, alg: 'EdDSA', use: 'sig' } as const;
  return Object.freeze({ keyId: thumbprint, key, jwk: Object.freeze(jwk) });
}
