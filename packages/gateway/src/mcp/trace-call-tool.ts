import type { CallToolRequest, RequestId } from '@modelcontextprotocol/server';
import type { TraceCarrier } from '@mortise/contracts';
import { type HostTelemetry, readCarrier } from '@mortise/host';
import type { CallContext } from './call-context.ts';
import type { Conversation } from './conversation.ts';
import type { HttpExchange } from './http-exchange.ts';

/** A request that is followed; `undefined` while nothing listens. */
export type TracedCallTool = ReturnType<HostTelemetry['request']>;

/** A client's trace goes on here. A name is passed on only if a tool has it: a model may invent any number. */
export function traceCallTool(
  { params }: CallToolRequest,
  context: CallContext,
  { conversation, clientId, exchange }: TracedParts,
): TracedCallTool {
  const { telemetry } = conversation;
  if (!telemetry.isActive) return undefined;
  const { mcpReq, sessionId } = context;
  return telemetry.request({
    method: 'tools/call',
    // What the client says of this call is nearer than what its HTTP library, or a proxy, says of the request.
    carrier: readCarrier(mcpReq._meta) ?? headerCarrier(context, exchange),
    ...(conversation.isKnown(params.name) ? { toolName: params.name } : {}),
    attributes: {
      'jsonrpc.request.id': String(clientId),
      'gen_ai.agent.id': conversation.id.agentId,
      ...(sessionId === undefined ? {} : { 'mcp.session.id': sessionId }),
    },
  });
}

interface TracedParts {
  readonly conversation: Conversation;
  readonly clientId: RequestId;
  readonly exchange?: Pick<HttpExchange, 'header'>;
}

function headerCarrier(
  { http }: CallContext,
  exchange: TracedParts['exchange'],
): TraceCarrier | undefined {
  const header = (name: string) => exchange?.header(name) ?? http?.req?.headers.get(name);
  return readCarrier({
    traceparent: header('traceparent'),
    tracestate: header('tracestate'),
    baggage: header('baggage'),
  });
}
