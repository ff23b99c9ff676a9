import { SessionHandle, type SessionParts } from './session-handle.ts';
import { type SessionOptions, type SettledSession, settleSession } from './settle-session.ts';

export type AgentParts = Omit<SessionParts, keyof SettledSession>;

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

  /** A conversation of which nothing is kept: initial toolkits, but no loading. Throws `forbidden`. */
  withoutSession(options: SessionOptions = {}): SessionHandle {
    const settled = settleSession(this.id, undefined, options);
    return new SessionHandle({ ...this.#parts, ...settled });
  }
}
