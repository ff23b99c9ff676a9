import { EMBEDDER, type Logger } from '@mortise/contracts';
import { LOAD_TOOLS, UNLOAD_TOOLS } from '@mortise/core';
import type { Host } from '@mortise/host';
import { Conversation, type ConversationId } from './conversation.ts';

export interface ConversationPoolOptions {
  readonly logger: Logger;
  /** Most conversations kept; the one unused for longest goes first, and is made anew when needed. */
  readonly maxConversations: number;
}

const CHANGING_TOOLS: ReadonlySet<string> = new Set([LOAD_TOOLS, UNLOAD_TOOLS]);

/** The open conversations of a host, and the one place that notices that their tools changed. */
export class ConversationPool {
  readonly #host: Host;
  readonly #options: ConversationPoolOptions;
  readonly #conversations = new Map<string, Conversation>();
  readonly #stopWatching: () => void;
  #isClosed = false;
  #isDue = false;

  constructor(host: Host, options: ConversationPoolOptions) {
    this.#host = host;
    this.#options = options;
    const stopChanges = host.onChange(() => this.#announceSoon());
    const stopTelling = host.on('callFinished', ({ toolName }) => {
      if (CHANGING_TOOLS.has(toolName)) this.#announceSoon();
    });
    this.#stopWatching = () => {
      stopChanges();
      stopTelling();
    };
  }

  /** The conversation of this key, made if it is not there. Throws `unknown_agent`. */
  open(id: ConversationId): Conversation {
    const key = keyOf(id);
    const known = this.#conversations.get(key);
    const conversation = known ?? new Conversation(this.#host, id);
    // Set again, so that the order of the map is the order of use.
    this.#conversations.delete(key);
    this.#conversations.set(key, conversation);
    this.#evict();
    return conversation;
  }

  [Symbol.iterator](): Iterator<Conversation> {
    return this.#conversations.values();
  }

  /** Forgets the conversations of a principal and hands them over. */
  dropOf(principalId: string): readonly Conversation[] {
    const held = [...this.#conversations].filter(
      ([, { id }]) => (id.principal ?? EMBEDDER).id === principalId,
    );
    for (const [key] of held) this.#conversations.delete(key);
    return held.map(([, conversation]) => conversation);
  }

  /** Ends the pool and hands over what was open. */
  close(): readonly Conversation[] {
    const open = [...this.#conversations.values()];
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
      for (const conversation of this.#conversations.values()) void this.#announce(conversation);
    });
  }

  async #announce(conversation: Conversation): Promise<void> {
    try {
      await conversation.announceChange();
    } catch (error) {
      // Its agent is gone; its next request says so to the client.
      this.#options.logger.debug({ ...conversation.id, error }, 'A conversation lost its agent.');
    }
  }

  #evict(): void {
    let surplus = this.#conversations.size - this.#options.maxConversations;
    for (const [key, conversation] of this.#conversations) {
      if (surplus <= 0) return;
      if (!conversation.isUnobserved) continue;
      this.#conversations.delete(key);
      surplus -= 1;
    }
  }
}

/** Principals share no conversation, and one that asks for something else has another. */
function keyOf({ agentId, sessionKey, principal }: ConversationId): string {
  const { expiresAt: _, ...stable } = principal ?? EMBEDDER;
  return JSON.stringify([agentId, sessionKey, stable]);
}
