import type { TraceCarrier } from '@mortise/contracts';
import { shortId } from './call-attributes.ts';
import { type OtelAttributes, type OtelContext, type OtelSpan, SPAN_KIND } from './otel-api.ts';
import { endSpan, type TraceParts } from './otel-call-trace.ts';
import { carrierOf, contextOf } from './trace-context.ts';

/** One MCP request of a client, before it is known which call it becomes. */
export interface TracedRequest {
  /** Of MCP: `tools/call`. */
  readonly method: string;
  /** Only if it is registered. */
  readonly toolName?: string;
  /** What the client sent along. */
  readonly carrier: TraceCarrier | undefined;
  readonly attributes: OtelAttributes;
}

/** One request of an MCP client as a span of kind server; its calls lie inside of it. */
export class RequestTrace {
  /** For the calls that it makes. */
  readonly carrier: TraceCarrier;
  readonly #parts: TraceParts;
  readonly #span: OtelSpan;
  readonly #measured: OtelAttributes;
  readonly #startedAt = performance.now();

  constructor(request: TracedRequest, parts: TraceParts) {
    const { api, tracer } = parts;
    const { method, toolName, carrier } = request;
    const active = api.context.active();
    const parent = carrier === undefined ? active : contextOf(api, carrier);
    this.#measured = {
      'mcp.method.name': method,
      ...(toolName === undefined
        ? {}
        : { 'gen_ai.tool.name': toolName, 'gen_ai.operation.name': 'execute_tool' }),
    };
    this.#parts = parts;
    this.#span = tracer.startSpan(
      toolName === undefined ? method : `${method} ${toolName}`,
      {
        kind: SPAN_KIND.server,
        attributes: { ...this.#measured, ...shortTexts(request.attributes) },
        // The transport may have a trace of its own, which is not the client's.
        ...(carrier === undefined ? {} : linkTo(parts, active)),
      },
      parent,
    );
    this.carrier = carrierOf(api, this.#span.spanContext(), parent);
  }

  /** `errorType`: absent if it went well; `tool_error` for a result that is an error. */
  end(errorType?: string): void {
    endSpan(this.#span, errorType);
    const ms = performance.now() - this.#startedAt;
    this.#parts.durations.record('mcp.server.operation.duration', ms, {
      ...this.#measured,
      ...(errorType === undefined ? {} : { 'error.type': errorType }),
    });
  }
}

function linkTo({ api }: TraceParts, context: OtelContext) {
  const ambient = api.trace.getSpanContext(context);
  return ambient === undefined ? {} : { links: [{ context: ambient }] };
}

function shortTexts(attributes: OtelAttributes): OtelAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      key,
      typeof value === 'string' ? shortId(value) : value,
    ]),
  );
}
