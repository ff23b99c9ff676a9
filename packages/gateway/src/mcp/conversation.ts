import { EMBEDDER, type Principal, sessionKeyFor, type ToolSurface } from '@mortise/contracts';
import type {
  ApprovalAnswer,
  ApprovalView,
  ExecuteOptions,
  Host,
  HostTelemetry,
  RequestedCall,
  SessionHandle,
  SessionResult,
  SignedResult,
} from '@mortise/host';
import { AskingCalls } from './asking-calls.ts';
import {
  CLIENT_LISTS,
  changedLists,
  type ListKind,
  type ListMethod,
  type ShownLists,
} from './client-lists.ts';
import { conversationOf } from './session-key.ts';

/** Which conversation: its agent, and the key under which its toolkits are kept. */
export interface ConversationId extends McpClient {
  readonly sessionKey: string;
}

/** Who speaks to which agent. */
export interface McpClient {
  readonly agentId: string;
  /** The embedder if absent. */
  readonly principal?: Principal;
}

/** The end of one call, and the surface it was made on. */
export interface ConversationCall {
  readonly surface: ToolSurface;
  readonly result: SessionResult | undefined;
}

/** The same, with the approval that its client is to ask its user for. */
export interface CallEnd extends ConversationCall {
  readonly question?: ApprovalView;
}

/** Lists are no longer what the client was shown. */
export interface ListChange {
  readonly kinds: readonly ListKind[];
  readonly before: ShownLists;
  readonly now: ToolSurface;
}

/**
 * What one client sees of one agent. Every MCP request is a request of the session: what was
 * loaded is there at the next one, and what was denied meanwhile is gone at the next one, whether
 * or not the client lists again.
 */
export class Conversation {
  readonly id: ConversationId;
  /** Calls whose tools ask its client. */
  readonly asking = new AskingCalls<CallEnd>();
  readonly #host: Host;
  readonly #session: SessionHandle;
  readonly #approvals: Host['approvals'];
  readonly #listeners = new Set<(change: ListChange) => void>();
  /** What the client was last shown or told to look at again; at first, what it could have seen. */
  #shown: Promise<ShownLists>;
  /** Of its last request, if there was one. */
  #latest: ToolSurface | undefined;
  #calls = 0;

  /** Throws `unknown_agent`. */
  constructor(host: Host, id: ConversationId) {
    this.id = id;
    this.#approvals = host.approvals;
    this.#host = host;
    const { agentId, sessionKey, principal } = id;
    const options = principal === undefined ? {} : { principal };
    this.#session = host.agent(agentId).session(sessionKey, options);
    this.#shown = this.surface();
    // Its agent may be gone before it is read; the next request says so to the client.
    this.#shown.catch(() => undefined);
  }

  /** Told of what its client asks. */
  get telemetry(): HostTelemetry {
    return this.#host.telemetry;
  }

  /** A tool of the host has this name. */
  isKnown(toolName: string): boolean {
    return this.#host.tools().some(({ name }) => name === toolName);
  }

  /** No listener waits for changes. */
  get isUnobserved(): boolean {
    return this.#listeners.size === 0;
  }

  /** No call runs and no listener waits. */
  get isAtRest(): boolean {
    return this.#calls === 0 && this.isUnobserved;
  }

  /** What the next request works with. Rejects with `unknown_agent`. */
  async surface(): Promise<ToolSurface> {
    const surface = await this.#session.beginRequest();
    this.#latest = surface;
    return surface;
  }

  /** The same, for a client that is shown one of its lists. */
  async list(method: ListMethod): Promise<ToolSurface> {
    const surface = await this.surface();
    const { of } = CLIENT_LISTS[method];
    this.#shown = this.#shown.then(
      (shown) => ({ ...shown, [of]: surface[of] }),
      () => surface,
    );
    return surface;
  }

  /** Resolves when `has` says what there is now. Never rejects: if the agent is gone, the next request says so. */
  async refresh(): Promise<void> {
    await this.surface().catch(() => undefined);
  }

  /** Whether it had any of these at its last request. */
  has(list: keyof ShownLists): boolean {
    return (this.#latest?.[list].length ?? 0) > 0;
  }

  /** Runs on the surface of its own request: the client may have several under way. */
  async call(call: RequestedCall<'id'>, options: ExecuteOptions): Promise<ConversationCall> {
    this.#calls += 1;
    try {
      const surface = await this.surface();
      const onceWithin = options.once === true ? { onceWithin: conversationOf(this.id) } : {};
      const asked = { ...options, ...onceWithin, surface };
      const [result] = await this.#session.execute([call], asked);
      return { surface, result };
    } finally {
      this.#calls -= 1;
    }
  }

  /** The call on hold that its client may ask its user about; `undefined` if it is none, or others are asked. */
  async questionFor(result: SessionResult | undefined): Promise<ApprovalView | undefined> {
    if (result?.ok !== false || result.code !== 'approval_pending') return undefined;
    const { approvalId = '' } = result;
    return (await this.#approvals.mayElicit(approvalId))
      ? this.#approvals.show(approvalId)
      : undefined;
  }

  /** Whether the operator has results signed. */
  get signsResults(): boolean {
    return this.#host.config.identity?.signResults === true;
  }

  /** A signature of its agent over a result; `undefined` where the operator has none signed. */
  signatureFor(signed: Omit<SignedResult, 'agentId' | 'audience'>): string | undefined {
    const { agentId, principal = EMBEDDER } = this.id;
    return this.#host.identity.signatureFor({ ...signed, agentId, audience: principal.id });
  }

  /** How long a call waits for an approval if its client is told of no progress. */
  get clientWaitMs(): number {
    return this.#approvals.clientWaitMs;
  }

  /** Takes what the user of the client said of a call of this very conversation. */
  async decide(id: string, answer: ApprovalAnswer): Promise<void> {
    const { agentId, sessionKey: stated, principal } = this.id;
    const { userId, id: principalId } = principal ?? EMBEDDER;
    const sessionKey = sessionKeyFor(stated, userId);
    const caller = {
      agentId,
      sessionKey,
      principalId,
      ...(userId === undefined ? {} : { userId }),
    };
    await this.#approvals.decideElicited(id, caller, answer);
  }

  /** Calls back with the lists of this conversation that are no longer what its client was shown. */
  onListChanged(listener: (change: ListChange) => void): () => void {
    // A wrapper of its own, so that two registrations of one function stay two.
    const registered = (change: ListChange) => listener(change);
    this.#listeners.add(registered);
    return () => {
      this.#listeners.delete(registered);
    };
  }

  /** Compares what is active now with what was shown, and tells the listeners. Rejects with `unknown_agent`. */
  async announceChange(): Promise<void> {
    if (this.isUnobserved) return;
    const now = await this.surface();
    // Asked last: the client may have listed, or been told, meanwhile.
    const before = await this.#shown;
    const kinds = changedLists(before, now);
    if (kinds.length === 0) return;
    this.#shown = Promise.resolve(now);
    for (const listener of this.#listeners) listener({ kinds, before, now });
  }
}
