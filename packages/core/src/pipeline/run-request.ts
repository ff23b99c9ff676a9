import type { RunRequest, ValidatedCall } from '@mortise/contracts';

interface RunDetails {
  readonly mode: RunRequest['mode'];
  readonly timeoutMs: number;
  readonly overrides?: RunRequest['overrides'];
}

/** Puts a call into the plain data that crosses to a runner. */
export function describeRun(call: ValidatedCall, details: RunDetails): RunRequest {
  const { context, entry } = call;
  return {
    callId: call.callId,
    extensionId: entry.origin.kind === 'extension' ? entry.origin.id : '',
    toolName: call.toolName,
    rawArguments: call.args,
    mode: details.mode,
    timeoutMs: details.timeoutMs,
    caller: {
      agentId: context.agentId ?? '',
      sessionKey: context.sessionKey,
      ...(context.userId === undefined ? {} : { userId: context.userId }),
      workerScope: context.workerScope ?? 'shared',
      turnCount: context.currentTurn,
    },
    ...(details.overrides === undefined ? {} : { overrides: details.overrides }),
  };
}
