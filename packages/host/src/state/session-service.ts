import {
  type Diagnostic,
  ERROR_CODES,
  gravity,
  type ListedSession,
  type Logger,
  type RegistrySnapshot,
  type SessionPage,
  type SessionRecord,
  type SessionStore,
  type SessionWrite,
  type SurfaceRequest,
  type SurfaceShape,
  type ToolClass,
  type ToolSurface,
} from '@mortise/contracts';
import {
  type AgentToolkits,
  type CapabilityListing,
  type ControlPlaneCaller,
  type ControlPlanePort,
  type DroppedToolkit,
  failedMove,
  type ListReply,
  type LoadReply,
  listCapabilities,
  listToolkits,
  loadToolkit,
  sanitizeLoaded,
  type ToolkitMove,
  type ToolkitSituation,
  type UnloadReply,
  unloadToolkit,
} from '@mortise/core';
import { emptySession } from './session-record.ts';

/** What the service asks about the configuration and registry of now. */
export interface SessionSurfaces {
  /** What the agent may load in requests of this shape. Throws `unknown_agent`. */
  toolkitsOf(agentId: string, shape: SurfaceShape): AgentToolkits;
  /** The same frozen surface for the same request and epoch. Throws `unknown_agent`. */
  resolve(request: SurfaceRequest, epoch: number): ToolSurface;
  snapshot(): RegistrySnapshot;
}

/** What a session service is built from. */
export interface SessionServiceParts {
  readonly store: SessionStore;
  readonly surfaces: SessionSurfaces;
  readonly logger: Logger;
  /** How often a turn may go on with a new surface after a load; none unless given. */
  readonly continuations?: number;
}

/** The agent and session of a request, and what else the resolver must know. */
export type SessionRequestOptions = Omit<SurfaceRequest, 'loadedToolkits' | 'hasSession'> & {
  /** Absent: nothing can be kept, so nothing can be loaded. */
  readonly sessionKey?: string;
};

/** One request of a session. Its surface never moves, whatever is loaded meanwhile. */
export interface SessionRequest {
  readonly surface: ToolSurface;
  /** Toolkits that the session had and that are not in force any more. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * The request to go on with inside the same turn, if something was loaded or unloaded since and
   * the host allows it; `undefined` otherwise.
   */
  continueTurn(): Promise<SessionRequest | undefined>;
}

/** A turn goes on at most this often, whatever the host asks for. */
export const MOST_CONTINUATIONS = 4;

/** Each round means that another writer got in first, so some writer always makes progress. */
const MOST_ATTEMPTS = 100;

/** Toolkit state per agent and session, and the surface each request works with. */
export class SessionService implements ControlPlanePort {
  readonly #parts: SessionServiceParts;
  readonly #continuations: number;

  constructor(parts: SessionServiceParts) {
    this.#parts = parts;
    this.#continuations = Math.min(Math.max(parts.continuations ?? 0, 0), MOST_CONTINUATIONS);
  }

  /** Reads the session's record and resolves with the surface of configuration and registry then. */
  beginRequest(options: SessionRequestOptions): Promise<SessionRequest> {
    return this.#begin(options, this.#continuations);
  }

  /** Sessions of an agent that were written; `undefined` if the store cannot tell. */
  async listed(agentId: string, page: SessionPage): Promise<readonly ListedSession[] | undefined> {
    return this.#parts.store.list?.(agentId, page);
  }

  async list(caller: ControlPlaneCaller): Promise<ListReply> {
    const situation = await this.#situation(caller);
    return listToolkits({ ...situation, permitted: caller.surface?.permitted });
  }

  load(caller: ControlPlaneCaller, toolkit: string): Promise<LoadReply> {
    return this.#move<LoadReply>(caller, toolkit, loadToolkit);
  }

  unload(caller: ControlPlaneCaller, toolkit: string): Promise<UnloadReply> {
    return this.#move<UnloadReply>(caller, toolkit, unloadToolkit);
  }

  async capabilities(caller: ControlPlaneCaller, search?: string): Promise<CapabilityListing> {
    const surface = caller.surface ?? (await this.beginRequest(caller)).surface;
    return listCapabilities({ surface, snapshot: this.#parts.surfaces.snapshot(), search });
  }

  /** The gravest class that calls of a session had; what cannot be read may have been anything. */
  async gravestOf(agentId: string, sessionKey: string): Promise<ToolClass> {
    const { store, logger } = this.#parts;
    try {
      const { gravest = 'read_only' } = await store.read(agentId, sessionKey);
      // Such a store answers as if nothing had been.
      return store.mode === 'safe' ? 'irreversible' : gravest;
    } catch (error) {
      logger.error({ agentId, sessionKey, error }, 'The session store failed to read.');
      return 'irreversible';
    }
  }

  /** Has it written down that calls of a session have such a class; why not, if it cannot be. */
  async noteGravest(
    agentId: string,
    sessionKey: string,
    of: ToolClass,
  ): Promise<string | undefined> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const record = await this.#read(agentId, sessionKey);
      const { gravest = 'read_only' } = record;
      if (gravity(of) <= gravity(gravest)) return undefined;
      const write = await this.#write({ ...record, gravest: of });
      if (write.status === 'stored') return undefined;
      if (write.status === 'refused') return write.reason;
    }
    return 'too many others write to this session at once.';
  }

  async #begin(options: SessionRequestOptions, left: number): Promise<SessionRequest> {
    const { sessionKey, ...request } = options;
    const { agentId, unavailable: _, ...shape } = request;
    const caller = { agentId, shape, ...(sessionKey === undefined ? {} : { sessionKey }) };
    const { toolkits, persisted, version } = await this.#situation(caller);
    const { loaded, dropped } = sanitizeLoaded(toolkits, persisted ?? []);
    for (const { name, reason } of dropped) {
      this.#parts.logger.debug({ ...options, toolkit: name, reason }, 'A toolkit was dropped.');
    }
    const hasSession = sessionKey !== undefined;
    // The version of the state is the epoch: an unchanged session gets the very same surface.
    const surface = this.#parts.surfaces.resolve(
      { ...request, loadedToolkits: loaded, hasSession },
      version,
    );
    return {
      surface,
      diagnostics: dropped.map((each) => reportDrop(options.agentId, each)),
      continueTurn: async () => {
        if (left === 0) return undefined;
        const next = await this.#situation(caller);
        return next.version === version ? undefined : this.#begin(options, left - 1);
      },
    };
  }

  async #situation({ agentId, sessionKey, shape, surface }: ControlPlaneCaller) {
    const record = sessionKey === undefined ? undefined : await this.#read(agentId, sessionKey);
    // Only now: configuration and registry may have changed while the store was read.
    const toolkits = this.#parts.surfaces.toolkitsOf(agentId, shape ?? surface?.shape ?? {});
    return {
      toolkits,
      persisted: record?.loadedToolkits,
      version: record?.version ?? 0,
      gravest: record?.gravest,
    } satisfies ToolkitSituation & { version: number; gravest: ToolClass | undefined };
  }

  async #read(agentId: string, sessionKey: string): Promise<SessionRecord> {
    try {
      return await this.#parts.store.read(agentId, sessionKey);
    } catch (error) {
      this.#parts.logger.error({ agentId, sessionKey, error }, 'The session store failed to read.');
      return emptySession(agentId, sessionKey);
    }
  }

  async #write(next: SessionRecord): Promise<SessionWrite> {
    try {
      return await this.#parts.store.write(next, next.version);
    } catch (error) {
      return { status: 'refused', reason: `The session store failed: ${String(error)}` };
    }
  }

  async #move<Reply extends LoadReply | UnloadReply>(
    caller: ControlPlaneCaller,
    toolkit: string,
    decide: (situation: ToolkitSituation, name: string) => ToolkitMove<Reply>,
  ): Promise<Reply | ReturnType<typeof failedMove>> {
    const { agentId, sessionKey = '' } = caller;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const situation = await this.#situation(caller);
      const { reply, next } = decide(situation, toolkit);
      if (next === undefined) return reply;
      const { version, gravest } = situation;
      const kept = gravest === undefined ? {} : { gravest };
      const record = { agentId, sessionKey, loadedToolkits: next, ...kept, version };
      const write = await this.#write(record);
      if (write.status === 'stored') return reply;
      if (write.status === 'refused') return failedMove(situation, toolkit, write.reason);
    }
    const reason = 'too many others write to this session at once. Try again.';
    return failedMove(await this.#situation(caller), toolkit, reason);
  }
}

function reportDrop(agentId: string, { name, reason, isTemporary }: DroppedToolkit): Diagnostic {
  const { summary, hint } = ERROR_CODES.toolkit_dropped;
  const stay = isTemporary ? ' It is kept and comes back when the cause is gone.' : '';
  return {
    code: 'toolkit_dropped',
    severity: 'warning',
    message: `${summary} Agent '${agentId}', toolkit '${name}': ${reason}.${stay}`,
    subject: name,
    layer: `toolkit ${name}`,
    hint,
  };
}
