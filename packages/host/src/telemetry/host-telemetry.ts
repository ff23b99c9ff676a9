import type { CallTelemetry, Disposer, TraceCarrier, TracedCall } from '@mortise/contracts';
import { createDisposer } from '@mortise/core';
import { CallDurations, INSTRUMENTATION } from './call-durations.ts';
import { joinTraces } from './joined-trace.ts';
import { loadOtelApi } from './load-otel-api.ts';
import type { OtelApi } from './otel-api.ts';
import { endSpan, OtelCallTrace, type TraceParts } from './otel-call-trace.ts';
import { RequestTrace, type TracedRequest } from './request-trace.ts';
import { type CallFollower, type CallKey, StepRecorder } from './step-recorder.ts';
import { contextOf } from './trace-context.ts';

/** What may be set of traces and metrics. */
export interface TelemetryOptions {
  /** Arguments of calls are recorded, known secrets and what their schema calls secret taken out. */
  readonly arguments?: boolean;
  /** Baggage is handed on to MCP servers; true if absent. */
  readonly baggage?: boolean;
}

/** What of a call's arguments may be shown. */
export type ShowArguments = (call: TracedCall) => string | undefined;

export interface HostTelemetryParts {
  /** As the configuration says now; `false` for no telemetry at all. */
  readonly options: () => TelemetryOptions | false;
  readonly showArguments: ShowArguments;
}

/**
 * Traces and metrics of a host by OpenTelemetry's conventions. Off, and not even loaded, while the
 * program has registered no provider; one that comes later is found by the next call.
 */
export class HostTelemetry {
  readonly #parts: HostTelemetryParts;
  /** `null` once it is known that the package is not there. */
  #api: OtelApi | null | undefined;
  #durations: CallDurations | undefined;
  #recorders: readonly StepRecorder[] = [];
  #calls: { readonly options: TelemetryOptions; readonly telemetry: CallTelemetry } | undefined;

  constructor(parts: HostTelemetryParts) {
    this.#parts = parts;
  }

  /** A provider is registered, and the package that would speak to it is not installed beside this one. */
  get isUnheard(): boolean {
    return this.#api === null;
  }

  /** Something listens. */
  get isActive(): boolean {
    return this.#active() !== undefined;
  }

  /** Something in this process follows calls step by step. */
  get isFollowed(): boolean {
    return this.#recorders.length > 0;
  }

  /** Tells a follower of every call, its steps and their times, until the disposer is called. */
  follow(follower: CallFollower): Disposer {
    const { showArguments } = this.#parts;
    const recorder = new StepRecorder({ follower, showArguments, now: () => performance.now() });
    this.#recorders = [...this.#recorders, recorder];
    return createDisposer(() => {
      this.#recorders = this.#recorders.filter((each) => each !== recorder);
    });
  }

  /** Follows calls; `undefined` while there is nothing to tell. */
  readonly calls = (): CallTelemetry | undefined => {
    const traced = this.#traced();
    if (this.#recorders.length === 0) return traced;
    const all = traced === undefined ? this.#recorders : [traced, ...this.#recorders];
    return { begin: (call) => all.map((each) => each.begin(call)).reduce(joinTraces) };
  };

  #traced(): CallTelemetry | undefined {
    const active = this.#active();
    if (active === undefined) return undefined;
    if (this.#calls?.options === active.options) return this.#calls.telemetry;
    const parts = this.#traceParts(active.api, active.options);
    const telemetry = { begin: (call: TracedCall) => new OtelCallTrace(call, parts) };
    this.#calls = { options: active.options, telemetry };
    return telemetry;
  }

  /** Begins a request of a client; its end must be told. `undefined` while there is nothing to tell. */
  request(request: TracedRequest): RequestTrace | undefined {
    const active = this.#active();
    if (active === undefined) return undefined;
    return new RequestTrace(request, this.#traceParts(active.api, active.options));
  }

  /** Follows one use of a capability inside of the call that makes it. */
  async capability<Result>(
    name: string,
    call: CallKey & { readonly trace?: TraceCarrier },
    use: () => Result | Promise<Result>,
  ): Promise<Result> {
    const steps = this.#recorders.map((recorder) => recorder.capability(name, call));
    try {
      const result = await this.#span(name, call.trace, use);
      for (const step of steps) step?.end();
      return result;
    } catch (error) {
      for (const step of steps) step?.end(codeOf(error));
      throw error;
    }
  }

  async #span<Result>(
    name: string,
    carrier: TraceCarrier | undefined,
    use: () => Result | Promise<Result>,
  ): Promise<Result> {
    const active = carrier === undefined ? undefined : this.#active();
    if (active === undefined || carrier === undefined) return use();
    const { api } = active;
    const { tracer } = this.#traceParts(api, active.options);
    const attributes = { 'mortise.capability': name };
    const parent = contextOf(api, carrier);
    const span = tracer.startSpan(`mortise.capability ${name}`, { kind: 0, attributes }, parent);
    try {
      const result = await api.context.with(api.trace.setSpan(parent, span), async () => use());
      endSpan(span, undefined);
      return result;
    } catch (error) {
      endSpan(span, codeOf(error));
      throw error;
    }
  }

  #active(): { readonly api: OtelApi; readonly options: TelemetryOptions } | undefined {
    if (this.#api === null || registeredTelemetry() === undefined) return undefined;
    const options = this.#parts.options();
    if (options === false) return undefined;
    this.#api ??= loadOtelApi() ?? null;
    return this.#api === null ? undefined : { api: this.#api, options };
  }

  #traceParts(api: OtelApi, options: TelemetryOptions): TraceParts {
    this.#durations ??= new CallDurations(api);
    return {
      api,
      tracer: api.trace.getTracer(INSTRUMENTATION),
      durations: this.#durations,
      passesBaggage: options.baggage !== false,
      ...(options.arguments === true ? { argumentsOf: this.#parts.showArguments } : {}),
    };
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^[a-z_]{1,60}$/.test(code) ? code : 'capability_failed';
}

/** Under this key of the global object the API keeps what a program registered, for all copies of itself. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

interface Registered {
  readonly trace?: unknown;
  readonly metrics?: unknown;
}

/**
 * What a program registered with OpenTelemetry's API; `undefined` while that is nothing, which costs one
 * look at a global. Nothing is loaded before.
 */
function registeredTelemetry(): Registered | undefined {
  const registered = (globalThis as { [key: symbol]: unknown })[REGISTERED];
  if (typeof registered !== 'object' || registered === null) return undefined;
  const { trace, metrics } = registered as Registered;
  return trace === undefined && metrics === undefined ? undefined : { trace, metrics };
}
