import type { CallToolRequest, RequestId, ServerContext } from '@modelcontextprotocol/server';
import { type HostTelemetry, readCarrier } from '@mortise/host';
import type { Conversation } from './conversation.ts';

/** A request that is followed; `undefined` while nothing listens. */
export type TracedCallTool = ReturnType<HostTelemetry['request']>;

/** A client's trace goes on here. A name is passed on only if a tool has it: a model may invent any number. */
export function traceCallTool(
  { params }: CallToolRequest,
  { mcpReq, sessionId }: ServerContext,
  { conversation, clientId }: TracedParts,
): TracedCallTool {
  const { telemetry } = conversation;
  if (!telemetry.isActive) return undefined;
  return telemetry.request({
    method: 'tools/call',
    carrier: readCarrier(mcpReq._meta),
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
}
