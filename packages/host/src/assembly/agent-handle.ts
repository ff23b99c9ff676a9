import { readSessionKey, type SessionPage } from '@mortise/contracts';
import { SessionHandle, type SessionParts } from './session-handle.ts';
import { type SessionOptions, type SettledSession, settleSession } from './settle-session.ts';

export type AgentParts = Omit<SessionParts, keyof SettledSession>;

/** A conversation of which something is kept. */
export interface KeptSession {
  readonly key: string;
  readonly userId?: string;
  /** What the next page begins behind. */
  readonly storedKey: string;
  readonly loadedToolkits: readonly string[];
  /** Within minutes; wall clock in ms. */
  readonly usedAt: number;
}

export class AgentHandle {
  readonly #parts: AgentParts;

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  get id(): string {
    return this.#parts.agentId;
  }

  /**
   * Opens a conversation; its toolkits are kept under this key, for this agent and user alone.
   * Throws `forbidden` for an agent that the principal does not speak for.
   */
  session(sessionKey: string, options: SessionOptions = {}): SessionHandle {
    const settled = settleSession(this.id, sessionKey, options);
    return new SessionHandle({ ...this.#parts, ...settled });
  }

  /**
   * Conversations of this agent of which something is kept, in the order of their keys; `undefined` if their
   * store cannot tell. Rejects while it cannot be read.
   */
  async sessions(page: SessionPage): Promise<readonly KeptSession[] | undefined> {
    const listed = await this.#parts.access.sessions.listed(this.id, page);
    return listed?.map(({ record: { sessionKey, loadedToolkits }, usedAt }) => ({
      ...{ ...readSessionKey(sessionKey), storedKey: sessionKey, loadedToolkits, usedAt },
    }));
  }

  /** A conversation of which nothing is kept: initial toolkits, but no loading. Throws `forbidden`. */
  withoutSession(options: SessionOptions = {}): SessionHandle {
    const settled = settleSession(this.id, undefined, options);
    return new SessionHandle({ ...this.#parts, ...settled });
  }
}
