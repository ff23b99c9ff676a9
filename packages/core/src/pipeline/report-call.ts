import type { CallReport, ToolContext } from '@mortise/contracts';
import type { EndedCall } from './execute-calls.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { textOf } from './tool-result.ts';

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Tells the observers how one call ended, once, with everything they may know. */
export function reportCall(ended: EndedCall, context: ToolContext, parts: PipelineParts): void {
  const { requested, conducted, durationMs, tool } = ended;
  const origin = tool?.entry.origin;
  const report: Writable<CallReport> = {
    callId: requested.toolCallId,
    toolName: requested.name,
    sessionKey: context.sessionKey,
    outcome: conducted.outcome,
    durationMs,
    dryRun: context.dryRun === true,
    size: { raw: conducted.rawChars, reduced: textOf(conducted.outcome).length },
  };
  // Assigned, not spread: on the path of every call (see test/bench).
  if (origin?.kind === 'extension') report.extensionId = origin.id;
  if (context.agentId !== undefined) report.agentId = context.agentId;
  if (conducted.reducer !== undefined) report.reducer = conducted.reducer;
  if (conducted.usage !== undefined) report.usage = conducted.usage;
  parts.hooks.callFinished.call(Object.freeze(report));
}
