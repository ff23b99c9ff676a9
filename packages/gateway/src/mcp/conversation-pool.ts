import { EMBEDDER, type Logger, type Principal, sessionKeyFor } from '@mortise/contracts';
import { LOAD_TOOLS, UNLOAD_TOOLS } from '@mortise/core';
import type { ChangedSession, Host } from '@mortise/host';
import { Conversation, type ConversationId } from './conversation.ts';

export interface ConversationPoolOptions {
  readonly logger: Logger;
  /** Most kept at rest; the one unused for longest goes first, and is made anew when needed. */
  readonly maxConversations: number;
}

const CHANGING_TOOLS: ReadonlySet<string> = new Set([LOAD_TOOLS, UNLOAD_TOOLS]);

/** The open conversations of a host, and the one place that notices that their tools changed. */
export class ConversationPool {
  readonly #host: Host;
  readonly #options: ConversationPoolOptions;
  readonly #conversations = new Map<string, HeldConversation>();
  readonly #stopWatching: () => void;
  #isClosed = false;
  #isDue = false;
  /** Rises with every use. */
  #uses = 0;

  constructor(host: Host, options: ConversationPoolOptions) {
    this.#host = host;
    this.#options = options;
    const stopChanges = host.onChange(() => this.#announceSoon());
    const stopTelling = host.on('callFinished', ({ toolName }) => {
      if (CHANGING_TOOLS.has(toolName)) this.#announceSoon();
    });
    // Of another host: what this one loads itself was announced when the call ended.
    const stopSessions = host.on('sessionChanged', (changed) => this.#announceOf(changed));
    this.#stopWatching = () => {
      stopSessions();
      stopChanges();
      stopTelling();
    };
  }

  /** The conversation of this key, made if it is not there. Throws `unknown_agent`. */
  open(id: ConversationId): Conversation {
    const key = keyOf(id);
    const known = this.#conversations.get(key);
    this.#uses += 1;
    if (known !== undefined) {
      known.usedAt = this.#uses;
      return known.conversation;
    }
    const conversation = new Conversation(this.#host, id);
    this.#evict();
    this.#conversations.set(key, { conversation, usedAt: this.#uses });
    return conversation;
  }

  [Symbol.iterator](): Iterator<Conversation> {
    return this.#conversations.values().map(({ conversation }) => conversation);
  }

  /** Forgets the conversations of a principal and hands them over. */
  dropOf(principalId: string): readonly Conversation[] {
    const held = [...this.#conversations].filter(
      ([, { conversation }]) => (conversation.id.principal ?? EMBEDDER).id === principalId,
    );
    for (const [key] of held) this.#conversations.delete(key);
    return held.map(([, { conversation }]) => conversation);
  }

  /** Ends the pool and hands over what was open. */
  close(): readonly Conversation[] {
    const open = [...this];
    this.#isClosed = true;
    this.#stopWatching();
    this.#conversations.clear();
    return open;
  }

  // Registrations come in bursts: a reload takes every tool back and claims it anew.
  #announceSoon(): void {
    if (this.#isDue || this.#isClosed) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      for (const conversation of this) void this.#announce(conversation);
    });
  }

  #announceOf(changed: ChangedSession | undefined): void {
    if (changed === undefined) this.#announceSoon();
    else for (const each of this) if (isOf(each.id, changed)) void this.#announce(each);
  }

  async #announce(conversation: Conversation): Promise<void> {
    try {
      await conversation.announceChange();
    } catch (error) {
      // Its agent is gone; its next request says so to the client.
      this.#options.logger.debug({ ...conversation.id, error }, 'A conversation lost its agent.');
    }
  }

  /** Makes room for one more. One in which a call runs, or that a client watches, is never dropped. */
  #evict(): void {
    const surplus = this.#conversations.size + 1 - this.#options.maxConversations;
    if (surplus <= 0) return;
    const oldestFirst = [...this.#conversations]
      .filter(([, { conversation }]) => conversation.isAtRest)
      .toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key] of oldestFirst.slice(0, surplus)) this.#conversations.delete(key);
  }
}

/** Users have sessions of their own under one key. */
function isOf({ agentId, sessionKey, principal }: ConversationId, of: ChangedSession): boolean {
  return agentId === of.agentId && sessionKeyFor(sessionKey, principal?.userId) === of.sessionKey;
}

interface HeldConversation {
  readonly conversation: Conversation;
  usedAt: number;
}

/** Principals share no conversation, and one that asks for something else has another. */
function keyOf({ agentId, sessionKey, principal = EMBEDDER }: ConversationId): string {
  const known = PRINCIPAL_KEYS.get(principal) ?? principalKey(principal);
  return `${agentId.length} ${agentId}${sessionKey.length} ${sessionKey}${known}`;
}

/** Asked for every request, of few principals. */
const PRINCIPAL_KEYS = new WeakMap<Principal, string>();

function principalKey(principal: Principal): string {
  const { expiresAt: _, ...stable } = principal;
  const key = JSON.stringify(stable);
  PRINCIPAL_KEYS.set(principal, key);
  return key;
}
