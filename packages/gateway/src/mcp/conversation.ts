import type { ToolSurface } from '@mortise/contracts';
import type {
  ExecuteOptions,
  Host,
  SessionCall,
  SessionHandle,
  SessionResult,
} from '@mortise/host';

/** Which conversation: of whom, under which key its toolkits are kept. */
export interface ConversationId {
  readonly agentId: string;
  readonly sessionKey: string;
}

/** One call on the surface it was made on. */
export interface StartedCall {
  readonly surface: ToolSurface;
  readonly result: Promise<SessionResult | undefined>;
}

/**
 * What one client sees of one agent. Every MCP request is a request of the session: what was
 * loaded is there at the next one, and what was denied meanwhile is gone at the next one, whether
 * or not the client lists again.
 */
export class Conversation {
  readonly id: ConversationId;
  readonly #session: SessionHandle;
  readonly #listeners = new Set<() => void>();
  /** What the client was last shown or told to look at again. */
  #shown: ToolSurface['active'];

  /** Throws `unknown_agent`. */
  constructor(host: Host, id: ConversationId) {
    this.id = id;
    this.#session = host.agent(id.agentId).session(id.sessionKey);
    this.#shown = this.#session.beginRequest().active;
  }

  /** Nobody waits for changes. */
  get isUnobserved(): boolean {
    return this.#listeners.size === 0;
  }

  list(): ToolSurface {
    const surface = this.#session.beginRequest();
    this.#shown = surface.active;
    return surface;
  }

  /** Begins and runs in one go: a request that begins in between would move the surface. */
  call(call: SessionCall, options: ExecuteOptions): StartedCall {
    const surface = this.#session.beginRequest();
    const result = this.#session.execute([call], options).then(([first]) => first);
    return { surface, result };
  }

  /** Calls back when the tools of this conversation are no longer what its client was shown. */
  onListChanged(listener: () => void): () => void {
    // A wrapper of its own, so that two registrations of one function stay two.
    const registered = () => listener();
    this.#listeners.add(registered);
    return () => {
      this.#listeners.delete(registered);
    };
  }

  /** Compares what is active now with what was shown, and tells whoever waits. Throws `unknown_agent`. */
  announceChange(): void {
    if (this.isUnobserved) return;
    const { active } = this.#session.beginRequest();
    if (isSameList(active, this.#shown)) return;
    this.#shown = active;
    for (const listener of this.#listeners) listener();
  }
}

function isSameList(a: ToolSurface['active'], b: ToolSurface['active']): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every(({ entry }, index) => entry === b[index]?.entry);
}
