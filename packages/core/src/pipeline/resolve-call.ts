import {
  nearestName,
  type Refusal,
  type RequestedCall,
  type ResolvedCall,
} from '@mortise/contracts';
import { isToolAvailable } from '../registry/tool-availability.ts';
import type { RegisteredTool } from '../registry/tool-catalog.ts';
import type { CallBatch, PipelineParts } from './pipeline-parts.ts';
import { refuse } from './refusal.ts';

/** A call whose tool is known, permitted and there. */
export interface Resolution {
  readonly call: ResolvedCall;
  readonly tool: RegisteredTool;
}

/** Unknown → not permitted → not available, in this order. */
export function resolveCall(
  requested: RequestedCall,
  batch: CallBatch,
  parts: PipelineParts,
): Resolution | Refusal {
  const tool = parts.findTool(requested.name);
  if (tool === undefined) return refuse('not_available', unknownTool(requested.name, batch));
  const reason = batch.gate.refusalFor(tool.entry);
  if (reason !== undefined) {
    return refuse('not_available', `Tool "${tool.entry.name}" is not permitted here: ${reason}.`);
  }
  if (!isToolAvailable(tool, parts.logger)) {
    return refuse('not_available', `Tool "${tool.entry.name}" is not currently available.`);
  }
  const call: ResolvedCall = {
    callId: requested.toolCallId,
    toolName: tool.entry.name,
    args: requested.args,
    context: batch.context,
    entry: tool.entry,
  };
  return { call, tool };
}

function unknownTool(name: unknown, { gate }: CallBatch): string {
  const shown = String(name).slice(0, 100);
  const suggestion = nearestName(shown, gate.visibleNames());
  return `Unknown tool: ${shown}${suggestion === undefined ? '' : `. Did you mean "${suggestion}"?`}`;
}
