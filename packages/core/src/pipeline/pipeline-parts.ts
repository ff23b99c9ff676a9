import type {
  CallDeciders,
  CallTelemetry,
  CapabilityBackends,
  EntryKind,
  Logger,
  RequestedCall,
  ResolvedLimits,
  ToolContext,
  ToolResultReducerRegistry,
  ToolSurface,
} from '@mortise/contracts';
import type { HostHooks } from '../hooks/host-hooks.ts';
import type { ToolCatalog } from '../registry/tool-catalog.ts';
import type { ToolGate } from '../registry/tool-gate.ts';
import type { BatchPlace } from './batch-place.ts';
import type { CallPlaces } from './call-places.ts';
import type { OutcomeRedactor } from './redact-outcome.ts';

/** What every call of a host shares. None of it is state of a call. */
export interface PipelineParts extends CallDeciders {
  readonly catalog: ToolCatalog;
  readonly backends: CapabilityBackends;
  readonly reducers: ToolResultReducerRegistry | undefined;
  readonly hooks: HostHooks;
  readonly places: CallPlaces;
  readonly logger: Logger;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Knows the secrets that were given out so far; `undefined` while there are none. */
  readonly redactor?: (() => OutcomeRedactor | undefined) | undefined;
  readonly admissionTimeoutMs: number;
  /** Asked once per batch; `undefined` while nothing follows calls. */
  readonly telemetry?: (() => CallTelemetry | undefined) | undefined;
}

/** The calls of one model turn, and the one gate they all pass. */
export interface CallBatch {
  /** As `readCalls` read them: a model wrote them. */
  readonly calls: readonly RequestedCall<'callId'>[];
  /** With a signal, and an `emit` that does not throw: see `completeContext`. */
  readonly context: ToolContext;
  readonly gate: ToolGate;
  /** What is asked for; tools if absent. A model that names a prompt or a resource is told that there is no such tool. */
  readonly kind?: EntryKind | undefined;
  /** Of tools that have none of their own. */
  readonly limits: ResolvedLimits;
  /** What a request that begins now would work with, for a call that waited long. Rejects if none can begin. */
  readonly renew?: () => Promise<RenewedRequest>;
  /** Where it came in. */
  readonly place?: BatchPlace | undefined;
}

export interface RenewedRequest {
  readonly gate: ToolGate;
  readonly surface: ToolSurface | undefined;
}
