import { DEFAULT_WORKER_SCOPE, type RunRequest, type ValidatedCall } from '@mortise/contracts';

interface RunDetails {
  readonly mode: RunRequest['mode'];
  readonly timeoutMs: number;
  readonly overrides?: RunRequest['overrides'];
}

/** Puts a call into the plain data that crosses to a runner. */
export function describeRun(call: ValidatedCall, details: RunDetails): RunRequest {
  const { context, entry } = call;
  const { userId } = context;
  const caller = {
    agentId: context.agentId ?? '',
    sessionKey: context.sessionKey,
    workerScope: context.workerScope ?? DEFAULT_WORKER_SCOPE,
    turnCount: context.currentTurn,
  };
  const request = {
    callId: call.callId,
    extensionId: entry.origin.kind === 'extension' ? entry.origin.id : '',
    toolName: call.toolName,
    rawArguments: call.args,
    mode: details.mode,
    timeoutMs: details.timeoutMs,
    caller: userId === undefined ? caller : { ...caller, userId },
  };
  return details.overrides === undefined ? request : { ...request, overrides: details.overrides };
}
