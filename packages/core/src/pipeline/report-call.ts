import type { CallReport, ToolContext } from '@mortise/contracts';
import type { EndedCall } from './execute-calls.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { textOf } from './tool-result.ts';

/** Tells the observers how one call ended, once, with everything they may know. */
export function reportCall(ended: EndedCall, context: ToolContext, parts: PipelineParts): void {
  const { requested, conducted, durationMs, tool } = ended;
  const origin = tool?.entry.origin;
  const report: CallReport = Object.freeze({
    callId: requested.toolCallId,
    toolName: requested.name,
    ...(origin?.kind === 'extension' && { extensionId: origin.id }),
    ...(context.agentId !== undefined && { agentId: context.agentId }),
    sessionKey: context.sessionKey,
    outcome: conducted.outcome,
    durationMs,
    dryRun: context.dryRun === true,
    size: { raw: conducted.rawChars, reduced: textOf(conducted.outcome).length },
    ...(conducted.reducer !== undefined && { reducer: conducted.reducer }),
    ...(conducted.usage !== undefined && { usage: conducted.usage }),
  });
  parts.hooks.callFinished.call(report);
}
