import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Conversation } from './conversation.ts';
import { describeCallResult } from './describe-call-result.ts';
import { ProgressReporter } from './progress-reporter.ts';

export interface CallToolParts {
  readonly conversation: Conversation;
  readonly server: Server;
  readonly newId: () => string;
}

/**
 * Runs one `tools/call`. A tool that is not part of the request is a protocol error, as the
 * specification asks for; everything a tool or a policy says about a call is a result.
 */
export async function callTool(
  { params }: CallToolRequest,
  context: ServerContext,
  { conversation, server, newId }: CallToolParts,
): Promise<CallToolResult> {
  const progress = new ProgressReporter(context);
  const call = { id: newId(), name: params.name, args: params.arguments ?? {} };
  const { surface, result } = await conversation.call(call, {
    signal: context.mcpReq.signal,
    onProgress: (note) => progress.report(note),
  });
  await progress.finish();
  if (result === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'The host gave no answer.');
  }
  const tool = surface.find(params.name);
  if (tool === undefined && !result.ok) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, result.message);
  }
  return server.projectCallToolResult(describeCallResult(result), tool?.outputSchema);
}
