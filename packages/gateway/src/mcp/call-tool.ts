import {
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type CallPlace, MortiseError, type ToolProgress } from '@mortise/contracts';
import type { SessionResult } from '@mortise/host';
import { askUser, canAskUser, readAnswers } from './ask-user.ts';
import type { Conversation } from './conversation.ts';
import { describeCallResult } from './describe-call-result.ts';
import { describeRefusal } from './describe-refusal.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { signResult } from './sign-result.ts';
import { type TracedCallTool, traceCallTool } from './trace-call-tool.ts';

export interface CallToolParts {
  readonly conversation: Conversation;
  readonly server: Server;
  readonly newId: () => string;
  /** What the client calls its request. */
  readonly clientId: RequestId;
  /** That the request has among the calls. */
  readonly place?: CallPlace;
  /** The client of a session asked for log messages. */
  readonly isLogWanted: boolean;
}

/**
 * Runs one `tools/call`. Whatever a tool or a policy says about a call is a result that a model can read, that there is
 * no such tool too: clients end a conversation at a protocol error, and go on after a result with `isError`.
 */
export async function callTool(
  request: CallToolRequest,
  context: ServerContext,
  parts: CallToolParts,
): Promise<CallToolResult | InputRequiredResult> {
  const trace = traceCallTool(request, context, parts);
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
  parts: CallToolParts & { readonly trace: TracedCallTool },
): Promise<CallToolResult | InputRequiredResult> {
  const { conversation, server, newId, trace, place, clientId } = parts;
  const progress = new ProgressReporter(context, parts.isLogWanted);
  const call = { id: newId(), name: params.name, args: params.arguments ?? {} };
  const options = {
    signal: context.mcpReq.signal,
    onProgress: (note: ToolProgress) => progress.report(note),
    ...(place === undefined ? {} : { place }),
    ...(trace === undefined ? {} : { trace: trace.carrier }),
  };
  const canAsk = canAskUser(server, context);
  if (canAsk) await takeAnswers(context, conversation);
  // A client that asks its user is answered at once; whether it may is known once the call is on hold.
  const first = await conversation.call(call, {
    ...options,
    ...(canAsk ? { approvalWaitMs: 0 } : waitFor(context, conversation)),
  });
  const question = canAsk ? await conversation.questionFor(first.result) : undefined;
  const isElsewhere = canAsk && question === undefined && isPending(first.result);
  const { surface, result } = isElsewhere
    ? await conversation.call(call, { ...options, ...waitFor(context, conversation) })
    : first;
  await progress.finish();
  if (question !== undefined) return askUser(question);
  if (result === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'The host gave no answer.');
  }
  const shown = describeCallResult(describeRefusal(result, params.name, surface));
  const { outputSchema } = surface.find(params.name) ?? {};
  const answer = server.projectCallToolResult(shown, outputSchema);
  return signResult(answer, params.name, { conversation, context, clientId });
}

function isPending(result: SessionResult | undefined): boolean {
  return result?.ok === false && result.code === 'approval_pending';
}

/** A client that is told of nothing must not time out. */
function waitFor(
  { mcpReq }: ServerContext,
  { clientWaitMs }: Conversation,
): { readonly approvalWaitMs?: number } {
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
