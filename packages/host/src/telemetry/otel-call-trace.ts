import {
  type CallReport,
  type CallStep,
  type CallStepName,
  type CallTrace,
  ERROR_CODES,
  type TraceCarrier,
  type TracedCall,
} from '@mortise/contracts';
import { describeCall, describeEnd } from './call-attributes.ts';
import type { CallDurations } from './call-durations.ts';
import {
  type OtelApi,
  type OtelAttributes,
  type OtelContext,
  type OtelSpan,
  type OtelTracer,
  SPAN_KIND,
  STATUS_ERROR,
} from './otel-api.ts';
import { carrierOf, contextOf } from './trace-context.ts';

export interface TraceParts {
  readonly api: OtelApi;
  readonly tracer: OtelTracer;
  readonly durations: CallDurations;
  /** Arguments as they may be shown; absent unless the operator asked for them. */
  readonly argumentsOf?: (call: TracedCall) => string | undefined;
  /** Whether baggage is handed on to where a call goes. */
  readonly passesBaggage: boolean;
}

/** One call as the span `execute_tool`, its steps as spans inside of it. */
export class OtelCallTrace implements CallTrace {
  readonly #call: TracedCall;
  readonly #parts: TraceParts;
  readonly #span: OtelSpan;
  readonly #context: OtelContext;

  constructor(call: TracedCall, parts: TraceParts) {
    const { api, tracer } = parts;
    const { trace } = call.context;
    const parent = trace === undefined ? api.context.active() : contextOf(api, trace);
    const name = call.entry === undefined ? 'execute_tool' : `execute_tool ${call.entry.name}`;
    const shown = parts.argumentsOf?.(call);
    const attributes = {
      ...describeCall(call),
      ...(shown === undefined ? {} : { 'gen_ai.tool.call.arguments': shown }),
    };
    this.#call = call;
    this.#parts = parts;
    this.#span = tracer.startSpan(name, { kind: SPAN_KIND.internal, attributes }, parent);
    this.#context = api.trace.setSpan(parent, this.#span);
  }

  begin(step: CallStepName): CallStep {
    return this.#beginIn(this.#context, step);
  }

  #beginIn(parent: OtelContext, step: CallStepName): CallStep {
    const { api, tracer, durations } = this.#parts;
    const { name, kind, attributes } = describeStep(step, this.#call);
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    const startedAt = performance.now();
    const inside = api.trace.setSpan(parent, span);
    return {
      carrier: this.#carrierOf(inside, span),
      begin: (inner) => this.#beginIn(inside, inner),
      end: (code) => {
        endSpan(span, code);
        if (kind !== SPAN_KIND.client) return;
        durations.record('mcp.client.operation.duration', performance.now() - startedAt, {
          ...attributes,
          ...(code === undefined ? {} : { 'error.type': code }),
        });
      },
    };
  }

  run<Result>(work: () => Result): Result {
    return this.#parts.api.context.with(this.#context, work);
  }

  end(report: CallReport): void {
    const { outcome, durationMs } = report;
    const code = outcome.status === 'ok' ? undefined : outcome.code;
    this.#span.setAttributes(describeEnd(report));
    endSpan(this.#span, code);
    const { entry } = this.#call;
    this.#parts.durations.record('gen_ai.execute_tool.duration', durationMs, {
      'gen_ai.operation.name': 'execute_tool',
      ...(entry === undefined ? {} : { 'gen_ai.tool.name': entry.name }),
      ...(code === undefined ? {} : { 'error.type': code }),
    });
  }

  #carrierOf(context: OtelContext, span: OtelSpan): TraceCarrier {
    const carrier = carrierOf(this.#parts.api, span.spanContext(), context);
    if (this.#parts.passesBaggage || carrier.baggage === undefined) return carrier;
    const { baggage: _, ...others } = carrier;
    return others;
  }
}

/** Words of the table of codes, never those of a tool: a status is shown everywhere. */
export function endSpan(span: OtelSpan, code: string | undefined): void {
  if (code !== undefined) {
    span.setAttributes({ 'error.type': code });
    span.setStatus({ code: STATUS_ERROR, message: summaryOf(code) });
  }
  span.end();
}

function summaryOf(code: string): string {
  return Object.hasOwn(ERROR_CODES, code)
    ? ERROR_CODES[code as keyof typeof ERROR_CODES].summary
    : code;
}

interface StepSpan {
  readonly name: string;
  readonly kind: number;
  readonly attributes: OtelAttributes;
}

/** A crossing to an MCP server is a request of a client, which conventions have words for. */
function describeStep(step: CallStepName, { entry }: TracedCall): StepSpan {
  if (step === 'crossing' && entry?.origin.kind === 'mcp') {
    return {
      name: `tools/call ${entry.name}`,
      kind: SPAN_KIND.client,
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': entry.name,
        'mortise.mcp.server': entry.origin.server,
      },
    };
  }
  return { name: `mortise.${step}`, kind: SPAN_KIND.internal, attributes: {} };
}
