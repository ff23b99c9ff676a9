import {
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { MortiseError } from '@mortise/contracts';
import { askUser, canAskUser, readAnswers } from './ask-user.ts';
import type { Conversation } from './conversation.ts';
import { describeCallResult } from './describe-call-result.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { type TracedCallTool, traceCallTool } from './trace-call-tool.ts';

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
  request: CallToolRequest,
  context: ServerContext,
  parts: CallToolParts,
): Promise<CallToolResult | InputRequiredResult> {
  const trace = traceCallTool(request, context, parts.conversation);
  try {
    const result = await answerCall(request, context, { ...parts, trace });
    trace?.end('isError' in result && result.isError === true ? 'tool_error' : undefined);
    return result;
  } catch (error) {
    trace?.end(error instanceof ProtocolError ? String(error.code) : 'internal_error');
    throw error;
  }
}

async function answerCall(
  { params }: CallToolRequest,
  context: ServerContext,
  { conversation, server, newId, trace }: CallToolParts & { readonly trace: TracedCallTool },
): Promise<CallToolResult | InputRequiredResult> {
  const progress = new ProgressReporter(context);
  const call = { id: newId(), name: params.name, args: params.arguments ?? {} };
  const canAsk = conversation.mayAskUser && canAskUser(server, context);
  if (canAsk) await takeAnswers(context, conversation);
  const { surface, result } = await conversation.call(call, {
    signal: context.mcpReq.signal,
    onProgress: (note) => progress.report(note),
    ...waitFor(canAsk, context, conversation),
    ...(trace === undefined ? {} : { trace: trace.carrier }),
  });
  await progress.finish();
  if (canAsk && result?.ok === false && result.code === 'approval_pending') {
    const approval = await conversation.approval(result.approvalId ?? '');
    return askUser(approval);
  }
  if (result === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'The host gave no answer.');
  }
  const tool = surface.find(params.name);
  if (tool === undefined && !result.ok) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, result.message);
  }
  return server.projectCallToolResult(describeCallResult(result), tool?.outputSchema);
}

/** A client that asks its user is answered at once; one that is told of nothing must not time out. */
function waitFor(
  canAsk: boolean,
  { mcpReq }: ServerContext,
  { clientWaitMs }: Conversation,
): { readonly approvalWaitMs?: number } {
  if (canAsk) return { approvalWaitMs: 0 };
  return mcpReq._meta?.progressToken === undefined ? { approvalWaitMs: clientWaitMs } : {};
}

/** An answer to what was decided, used or is over by now decides nothing; the call then says what is. */
async function takeAnswers(context: ServerContext, conversation: Conversation): Promise<void> {
  for (const [id, answer] of readAnswers(context)) {
    try {
      await conversation.decide(id, answer);
    } catch (error) {
      if (!MortiseError.is(error)) throw error;
    }
  }
}
