import { createHash } from 'node:crypto';
import {
  type CapabilitySubject,
  canonicalJson,
  type IdentitySettings,
  type JsonValue,
  type ResolvedIdentity,
  resolveIdentity,
  type SecretIdentity,
} from '@mortise/contracts';
import type { AgentKeys, PublicJwk } from './agent-keys.ts';
import { signJws } from './sign-jws.ts';

export interface AgentIdentityParts {
  readonly keys: AgentKeys;
  /** As configured now; `undefined` if agents have no identity. */
  readonly settings: () => IdentitySettings | undefined;
  readonly agentIds: () => readonly string[];
  /** Wall clock in ms. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** A token that was made, and how long it is good. */
export interface MadeIdentity {
  readonly token: string;
  /** Wall clock in ms. */
  readonly expiresAt: number;
}

/** What a result is signed with. */
export interface SignedResult {
  readonly agentId: string;
  readonly toolName: string;
  /** Of the request that is answered, and what its client sent along to know the answer by. */
  readonly requestId: string;
  readonly nonce?: string;
  /** The principal that asked. */
  readonly audience: string;
  readonly result: JsonValue;
}

const MOST_KEPT = 1_000;

/**
 * Who an agent is towards others: short tokens that it signs with its own key, for one audience, one tool and,
 * where it acts for a user, that user.
 */
export class AgentIdentity {
  readonly #parts: AgentIdentityParts;
  readonly #made = new Map<string, MadeIdentity>();

  constructor(parts: AgentIdentityParts) {
    this.#parts = parts;
  }

  get settings(): ResolvedIdentity | undefined {
    const settings = this.#parts.settings();
    return settings === undefined ? undefined : resolveIdentity(settings);
  }

  /** The keys that others check tokens with. */
  publicKeys(): readonly PublicJwk[] {
    const { settings } = this;
    if (settings === undefined) return [];
    return this.#parts.keys.published(this.#parts.agentIds(), settings.rotateMs);
  }

  /** `undefined` if agents have no identity. One is used again until half of its life is over. */
  tokenFor(wanted: SecretIdentity, subject: CapabilitySubject): MadeIdentity | undefined {
    const { settings } = this;
    if (settings === undefined) return undefined;
    const { agentId, userId = null, sessionKey, toolName } = subject;
    const name = JSON.stringify([settings, wanted, agentId, userId, sessionKey, toolName]);
    const known = this.#made.get(name);
    const isYoung =
      known !== undefined && known.expiresAt - this.#parts.now() > settings.lifetimeMs / 2;
    if (isYoung) return known;
    if (this.#made.size >= MOST_KEPT) this.#made.clear();
    const made = this.#make(wanted, subject, settings);
    this.#made.set(name, made);
    return made;
  }

  /** A signature over a result, who it is for and when; `undefined` unless that is set. */
  signatureFor({ agentId, result, ...claims }: SignedResult): string | undefined {
    const { settings } = this;
    if (settings?.signResults !== true) return undefined;
    const { keys, now, newId } = this.#parts;
    return signJws(keys.current(agentId, settings.rotateMs), 'mortise-result+jws', {
      ...{ iss: settings.issuer, sub: agentOf(agentId), aud: claims.audience },
      ...{ iat: Math.floor(now() / 1_000), jti: newId() },
      ...{ tool: claims.toolName, request: claims.requestId },
      ...(claims.nonce === undefined ? {} : { nonce: claims.nonce }),
      digest: digestOf(result),
    });
  }

  #make(
    { audience, scope }: SecretIdentity,
    { agentId, userId, sessionKey, toolName, extensionId }: CapabilitySubject,
    { issuer, rotateMs, lifetimeMs }: ResolvedIdentity,
  ): MadeIdentity {
    const { keys, now, newId } = this.#parts;
    const at = Math.floor(now() / 1_000);
    const end = at + Math.floor(lifetimeMs / 1_000);
    const agent = agentOf(agentId);
    const token = signJws(keys.current(agentId, rotateMs), 'at+jwt', {
      ...{ iss: issuer, aud: audience, client_id: agent, jti: newId() },
      ...{ iat: at, nbf: at, exp: end },
      // For a user the agent is who acts, as RFC 8693 says it.
      ...(userId === undefined ? { sub: agent } : { sub: userId, act: { sub: agent } }),
      ...(scope === undefined ? {} : { scope }),
      ...{ tool: toolName, ...(extensionId === undefined ? {} : { extension: extensionId }) },
      // Others can tell conversations apart, and learn no key of one.
      session: createHash('sha256')
        .update(`session ${sessionKey}`)
        .digest('base64url')
        .slice(0, 22),
    });
    return { token, expiresAt: end * 1_000 };
  }
}

/** Over the canonical form: the order of keys on the way makes no difference. */
export function digestOf(result: JsonValue): string {
  return `sha256-${createHash('sha256').update(canonicalJson(result)).digest('base64url')}`;
}

function agentOf(agentId: string): string {
  return `agent:${agentId}`;
}
