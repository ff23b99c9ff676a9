import {
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  type Server,
} from '@modelcontextprotocol/server';
import { type CallPlace, MortiseError } from '@mortise/contracts';
import type { ExecuteOptions, RequestedCall, SessionResult } from '@mortise/host';
import { askUser, readAnswers } from './ask-user.ts';
import type { CallContext } from './call-context.ts';
import { abilitiesOf, type ClientAbilities } from './client-abilities.ts';
import type { CallEnd, Conversation } from './conversation.ts';
import { describeCallResult } from './describe-call-result.ts';
import { describeRefusal } from './describe-refusal.ts';
import type { HttpExchange } from './http-exchange.ts';
import { linkResources } from './link-resources.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { type AskedPorts, runAsked } from './run-asked.ts';
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
  /** Of Node's server, where the request came over it and not over a transport of the SDK. */
  readonly exchange?: HttpExchange;
  /** The client of a session asked for log messages. */
  readonly isLogWanted: boolean;
}

/**
 * Runs one `tools/call`. Whatever a tool or a policy says about a call is a result that a model can read, that there is
 * no such tool too: clients end a conversation at a protocol error, and go on after a result with `isError`.
 */
export async function callTool(
  request: CallToolRequest,
  context: CallContext,
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
  request: CallToolRequest,
  context: CallContext,
  parts: TracedParts,
): Promise<CallToolResult | InputRequiredResult> {
  const { params } = request;
  const { conversation, server, clientId } = parts;
  const progress = new ProgressReporter(context, parts.isLogWanted);
  const abilities = abilitiesOf(server, context);
  const running = { ...parts, abilities };
  const onceId = onceIdOf(params);
  const call = { id: onceId ?? parts.newId(), name: params.name, args: params.arguments ?? {} };
  const once = onceId === undefined ? {} : { once: true };
  const end = await runAsked({
    ...{ ...running, call, context },
    onProgress: (note) => progress.report(note),
    run: (ports) => runCall(call, { ...ports, ...once }, { context, ...running }),
  });
  await progress.finish();
  if ('resultType' in end) return end;
  if (end.question !== undefined) return askUser(end.question);
  const { surface, result } = end;
  if (result === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'The host gave no answer.');
  }
  if (abilities.isModern) requireAbilities(end, params.name, abilities);
  const entry = surface.find(params.name);
  const linked = linkResources(describeRefusal(result, params.name, surface), entry, surface);
  const answer = server.projectCallToolResult(describeCallResult(linked), entry?.outputSchema);
  return signResult(answer, params.name, { conversation, context, clientId });
}

type TracedParts = CallToolParts & { readonly trace: TracedCallTool };
type RunningParts = TracedParts & { readonly abilities: ClientAbilities };

/** Under which a client says which call this is: asked again with it, of any host, it runs no second time. */
const ONCE_META = 'mortise/once';
const ONCE_ID = /^[\x21-\x7e]{1,200}$/;

function onceIdOf({ _meta }: CallToolRequest['params']): string | undefined {
  const id = _meta?.[ONCE_META];
  if (id === undefined) return undefined;
  if (typeof id === 'string' && ONCE_ID.test(id)) return id;
  const message = `\`${ONCE_META}\` takes 1 to 200 printable characters of ASCII without blanks.`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Has the host run a call. A client that asks its user about approvals is answered at once. */
async function runCall(
  call: RequestedCall<'id'>,
  ports: AskedPorts & Pick<ExecuteOptions, 'once'>,
  { context, conversation, trace, abilities }: RunningParts & { readonly context: CallContext },
): Promise<CallEnd> {
  const options = { ...ports, ...(trace === undefined ? {} : { trace: trace.carrier }) };
  const canAsk = abilities.elicits;
  if (canAsk) await takeAnswers(context, conversation);
  // Whether it may ask is known once the call is on hold.
  const first = await conversation.call(call, {
    ...options,
    ...(canAsk ? { approvalWaitMs: 0 } : waitFor(context, conversation)),
  });
  const question = canAsk ? await conversation.questionFor(first.result) : undefined;
  if (question !== undefined) return { ...first, question };
  return canAsk && isPending(first.result)
    ? conversation.call(call, { ...options, ...waitFor(context, conversation) })
    : first;
}

/** The revision has an error of its own for what a client lacks; older clients read it in the result. */
function requireAbilities(
  { surface, result }: CallEnd,
  toolName: string,
  { elicits, samples }: ClientAbilities,
): void {
  if (result?.ok !== false || result.code !== 'client_unable') return;
  const { elicitation, sampling } = surface.find(toolName)?.capabilities ?? {};
  const requiredCapabilities = {
    ...(elicitation !== undefined && !elicits && { elicitation: { form: {} } }),
    ...(sampling !== undefined && !samples && { sampling: {} }),
  };
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities }, result.message);
}

function isPending(result: SessionResult | undefined): boolean {
  return result?.ok === false && result.code === 'approval_pending';
}

/** A client that is told of nothing must not time out. */
function waitFor(
  { mcpReq }: CallContext,
  { clientWaitMs }: Conversation,
): { readonly approvalWaitMs?: number } {
  return mcpReq._meta?.progressToken === undefined ? { approvalWaitMs: clientWaitMs } : {};
}

/** An answer to what was decided, used or is over by now decides nothing; the call then says what is. */
async function takeAnswers(context: CallContext, conversation: Conversation): Promise<void> {
  for (const [id, answer] of readAnswers(context)) {
    try {
      await conversation.decide(id, answer);
    } catch (error) {
      if (!MortiseError.is(error)) throw error;
    }
  }
}
