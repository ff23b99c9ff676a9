import {
  type Diagnostic,
  MortiseError,
  type RequestedCall,
  type ResolvedLimits,
  type SurfaceRequest,
  type ToolContext,
  type ToolExplanation,
  type ToolSurface,
  type WorkerScope,
  type Writable,
} from '@mortise/contracts';
import {
  type AskedArguments,
  BatchPlace,
  createClosedGate,
  createSurfaceGate,
  executeCalls,
  type ListReply,
  type PipelineParts,
  type RenewedRequest,
  readCalls,
  safeEmit,
  type ToolGate,
  workerScopeOf,
} from '@mortise/core';
import type { AccessControl } from '../access/access-control.ts';
import type { HostLifetime } from '../lifetime/host-lifetime.ts';
import type { SessionRequest } from '../state/session-service.ts';
import { describeResult, describeStopped } from './describe-result.ts';
import type { DefinitionFormat, DefinitionFormats, DefinitionLists } from './format-definitions.ts';
import type { OnceCalls } from './once-calls.ts';
import type { ExecuteOptions, SessionResult } from './session-call.ts';
import type { SettledSession } from './settle-session.ts';
import { statedShape } from './stated-shape.ts';

export interface SessionParts extends SettledSession {
  readonly access: AccessControl;
  readonly pipeline: PipelineParts;
  readonly lifetime: HostLifetime;
  readonly agentId: string;
  readonly workingDir: string;
  readonly definitions: DefinitionLists;
  readonly once: OnceCalls;
}

/**
 * One conversation of one agent. Listing and running read the surface of its current request; the
 * first that is asked of a session begins one. What depends on the session's record is a promise,
 * because the store may be on another machine.
 */
export class SessionHandle {
  readonly #parts: SessionParts;
  #request: BegunRequest | undefined;
  #first: Promise<ToolSurface> | undefined;
  #turn = 0;
  // Looked up once per surface, not once per call.
  #bounds: RequestBounds | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /**
   * Begins the next request: from here on, what was loaded before is in force.
   * Rejects with `unknown_agent` if a reload dropped the agent.
   */
  async beginRequest(): Promise<ToolSurface> {
    const { access, agentId } = this.#parts;
    this.#turn += 1;
    const turn = this.#turn;
    try {
      const begun = await this.#nextRequest();
      this.#enter(begun, turn);
      return begun.surface;
    } catch (error) {
      // A request that cannot begin ends the one before it: nothing goes on for an agent that is gone.
      if (!access.hasAgent(agentId)) this.#request = undefined;
      throw error;
    }
  }

  /** Goes on inside the turn with what was loaded in it, if the host allows it; says whether it did. */
  async continueTurn(): Promise<boolean> {
    const { access, agentId } = this.#parts;
    const current = this.#request;
    if (current === undefined || !access.hasAgent(agentId)) return false;
    const next = await current.request.continueTurn();
    if (next === undefined) return false;
    this.#enter(next, current.turn);
    return true;
  }

  /** The limits in force for all tools of the host; a tool may have stricter ones of its own. */
  get limits(): ResolvedLimits {
    return this.#parts.pipeline.catalog.limits;
  }

  /** The surface of the current request. */
  async surface(): Promise<ToolSurface> {
    return this.#request?.request.surface ?? this.#beginFirst();
  }

  /** Toolkits this session had and that are not in force any more, and why. */
  async diagnostics(): Promise<readonly Diagnostic[]> {
    const surface = await this.surface();
    return [...(this.#request?.request.diagnostics ?? []), ...surface.diagnostics];
  }

  /** The tools of the current request, for a model; the same frozen list while nothing changes. */
  async definitions<Format extends DefinitionFormat = 'json-schema'>(
    options: { readonly format?: Format } = {},
  ): Promise<readonly DefinitionFormats[Format][]> {
    const format = options.format ?? ('json-schema' as Format);
    return this.#parts.definitions.listFor(await this.surface(), format);
  }

  /** The toolkits of this session, loaded and loadable, as `list_toolkits` would tell a model. */
  toolkits(): Promise<ListReply> {
    const { access, agentId, sessionKey } = this.#parts;
    const { unavailable: _unavailable, ...shape } = this.#shape();
    const key = sessionKey === undefined ? {} : { sessionKey };
    return access.sessions.list({ agentId, shape, ...key });
  }

  /** Why a tool is or is not there, and what its rules say to arguments; every tool if none is named. */
  async explain(tool?: string, asked?: AskedArguments): Promise<readonly ToolExplanation[]> {
    const { access } = this.#parts;
    await access.tryRequiredJail();
    return access.explainCounted(await this.question(), tool, asked);
  }

  /** What this session would ask the resolver right now: its loaded toolkits and what is down. */
  async question(): Promise<SurfaceRequest> {
    const { access, agentId, sessionKey } = this.#parts;
    const shape = this.#shape();
    const hasSession = sessionKey !== undefined;
    const loadedToolkits = hasSession ? (await this.toolkits()).loaded_toolkits : [];
    return { unavailable: access.unavailable(), ...shape, agentId, loadedToolkits, hasSession };
  }

  /** Runs calls side by side and answers in their order. Never throws, never rejects. */
  async execute(
    calls: readonly RequestedCall<'id'>[],
    options?: ExecuteOptions,
  ): Promise<readonly SessionResult[]> {
    if (options?.once === true && options.dryRun !== true) return this.#executeOnce(calls, options);
    const running = this.#parts.lifetime.running.begin(signalOf(options), this.#parts);
    try {
      // Awaited only where no request has begun: every call of a conversation comes through here.
      const surface =
        options?.surface ?? this.#request?.request.surface ?? (await this.#firstSurface());
      const bounds = this.#boundsOf(surface);
      const { gate, limits } = bounds;
      const batch = {
        calls: readCalls(calls, 'id'),
        context: this.#context(bounds, running.signal, options ?? {}),
        gate,
        kind: options?.kind,
        limits,
        renew: this.#renew,
        place: options?.place === undefined ? undefined : new BatchPlace(options.place),
      };
      running.asked(batch.calls);
      const reports = await executeCalls(batch, this.#parts.pipeline);
      return reports.map(running.isStopped ? describeStopped : describeResult);
    } finally {
      // Not `using`, which costs 0.2 µs more (measured).
      running.end();
    }
  }

  #executeOnce(
    calls: readonly RequestedCall<'id'>[],
    { once: _, onceWithin, place, ...others }: ExecuteOptions,
  ): Promise<readonly SessionResult[]> {
    const { once, agentId, userId, principal, sessionKey = '' } = this.#parts;
    const conversation = onceWithin ?? sessionKey;
    // Several run as batches of their own, of which none knows whether the others still need the one place.
    const options = place === undefined || calls.length > 1 ? others : { ...others, place };
    return once.execute({
      calls: readCalls(calls, 'id').map(({ callId: id, name, args }) => ({ id, name, args })),
      caller: { agentId, userId, principalId: principal?.id, conversation },
      signal: signalOf(options),
      run: async (call) => (await this.execute([call], options))[0],
      decide: async (call) => (await this.execute([call], { ...others, dryRun: true }))[0],
    });
  }

  async #nextRequest(): Promise<SessionRequest> {
    const { access, agentId, sessionKey } = this.#parts;
    access.requireAgent(agentId);
    return access.sessions.beginRequest({
      unavailable: access.unavailable(),
      ...this.#shape(),
      agentId,
      ...(sessionKey === undefined ? {} : { sessionKey }),
    });
  }

  /** As it is stated now: a reload may change what the agent says. */
  #shape(): SessionParts['shape'] {
    const { access, agentId, shape, principal } = this.#parts;
    return statedShape({ shape, principal, agent: access.agentConfig(agentId) });
  }

  readonly #renew = async (): Promise<RenewedRequest> => {
    const { surface } = await this.#nextRequest();
    return { surface, gate: this.#gateOf(surface) };
  };

  #gateOf(surface: ToolSurface): ToolGate {
    return createSurfaceGate(surface, this.#parts.access.outageOf);
  }

  /** Two requests may begin at once; the one that was begun last is the current one. */
  #enter(request: SessionRequest, turn: number): void {
    if (this.#request === undefined || this.#request.turn <= turn)
      this.#request = { request, turn };
  }

  #beginFirst(): Promise<ToolSurface> {
    this.#first ??= this.beginRequest().finally(() => {
      this.#first = undefined;
    });
    return this.#first;
  }

  /** `undefined` if no request can begin: the host is closed, or a reload removed the agent. */
  async #firstSurface(): Promise<ToolSurface | undefined> {
    try {
      return await this.#beginFirst();
    } catch (error) {
      if (!MortiseError.is(error)) {
        this.#parts.pipeline.logger.error({ error }, 'A request could not begin.');
      }
      return undefined;
    }
  }

  #boundsOf(surface: ToolSurface | undefined): RequestBounds {
    const { lifetime, agentId, mayCall } = this.#parts;
    if (!mayCall)
      return this.#bind(
        surface,
        createClosedGate('who asks lacks the role "call"', 'principal_refused'),
      );
    if (lifetime.running.isClosed)
      return this.#bind(surface, createClosedGate('the host is closed', 'host_draining'));
    if (surface === undefined)
      return this.#bind(surface, createClosedGate(`there is no agent "${agentId}" any more`));
    if (this.#bounds?.surface !== surface)
      this.#bounds = this.#bind(surface, this.#gateOf(surface));
    return this.#bounds;
  }

  #bind(surface: ToolSurface | undefined, gate: ToolGate): RequestBounds {
    const { access, agentId, pipeline } = this.#parts;
    const { config } = access;
    const agent = config.agents.find(({ id }) => id === agentId);
    const { limits } = pipeline.catalog;
    return { surface, gate, limits, workerScope: workerScopeOf(config, agent) };
  }

  #context(
    { surface, workerScope }: RequestBounds,
    abortSignal: AbortSignal,
    options: ExecuteOptions,
  ): ToolContext {
    const { agentId, sessionKey = '', workingDir, userId, principal } = this.#parts;
    const context: Writable<ToolContext> = {
      sessionId: sessionKey,
      sessionKey,
      platform: 'host',
      workingDir,
      agentId,
      workerScope,
      currentTurn: this.#turn,
      messageCount: this.#turn,
      abortSignal,
      emit:
        typeof options.onProgress === 'function'
          ? safeEmit(options.onProgress, this.#parts.pipeline.logger)
          : ignoreProgress,
      resultBudgetChars: options.resultBudgetChars as number,
      dryRun: options.dryRun === true,
    };
    // Assigned, not spread: on the path of every call.
    if (userId !== undefined) context.userId = userId;
    if (principal !== undefined) context.principal = principal;
    if (options.approvalWaitMs !== undefined) context.approvalWaitMs = options.approvalWaitMs;
    if (options.attachments !== undefined) context.attachments = options.attachments;
    if (options.client !== undefined) context.client = options.client;
    if (options.trace !== undefined) context.trace = options.trace;
    if (surface !== undefined) context.surface = surface;
    return context;
  }
}

/** What holds for all calls of one request, like its surface. */
interface RequestBounds {
  readonly surface: ToolSurface | undefined;
  readonly gate: ToolGate;
  readonly limits: ResolvedLimits;
  readonly workerScope: WorkerScope;
}

/** What came from outside may be anything. */
function signalOf(options: ExecuteOptions | undefined): AbortSignal | undefined {
  return options?.signal instanceof AbortSignal ? options.signal : undefined;
}

function ignoreProgress(): void {}

interface BegunRequest {
  readonly request: SessionRequest;
  readonly turn: number;
}
