import {
  nearestName,
  type Refusal,
  type RequestedCall,
  refuse,
  showOnOneLine,
  type ToolCall,
  type Writable,
} from '@mortise/contracts';
import { isToolAvailable } from '../registry/tool-availability.ts';
import type { Registration } from '../registry/tool-catalog.ts';
import type { ToolGate } from '../registry/tool-gate.ts';
import { isOwnAddress } from './check-address.ts';
import { checkCapabilities } from './check-capabilities.ts';
import type { CallBatch, PipelineParts } from './pipeline-parts.ts';
import { validateArguments } from './validate-arguments.ts';

/**
 * The gates before anything asynchronous, for the whole batch: unknown → not permitted → not
 * available → capability backends → arguments. A call that is refused here takes no share of the budget.
 */
export function prepareCall(
  asked: RequestedCall<'callId'>,
  batch: CallBatch,
  parts: PipelineParts,
): Writable<ToolCall> | Refusal {
  const { context, gate } = batch;
  if (context.abortSignal.aborted)
    return refuse('aborted_before_start', 'The call was cancelled before it started.');
  const tool = parts.catalog.find(asked.name);
  if (tool === undefined || tool.kind !== (batch.kind ?? 'tool'))
    return refuse('not_available', unknownTool(asked.name, batch));
  const { entry, implementation, limits = batch.limits } = tool;
  const reason = gate.refusalFor(entry);
  if (reason !== undefined)
    return (
      gate.outageOf?.(entry) ??
      refuse(
        gate.code ?? 'not_available',
        `Tool "${entry.name}" is ${refusalOf(tool, gate)}: ${reason}.`,
      )
    );
  if (tool.kind === 'resource' && !isOwnAddress(entry, asked.args, gate))
    return refuse('not_available', unknownTool(asked.name, batch));
  // Grows in place until a hook sees it.
  const call: Writable<ToolCall> = {
    callId: asked.callId,
    toolName: entry.name,
    args: asked.args ?? {},
    context,
    entry,
    implementation,
    limits,
    resultBudgetChars: 0,
  };
  // Availability, grants and arguments of a runner's tool are checked where it runs.
  return implementation.kind === 'runner' ? call : (checkCoreCall(call, parts) ?? call);
}

/** A model that reads "not permitted" gives up; one that reads "not available" may try again. */
function refusalOf({ entry }: Registration, gate: ToolGate): string {
  return gate.isOutage?.(entry) === true ? 'not currently available' : 'not permitted here';
}

function checkCoreCall(call: Writable<ToolCall>, parts: PipelineParts): Refusal | undefined {
  if (!isToolAvailable(call, parts.logger))
    return refuse('not_available', `Tool "${call.toolName}" is not currently available.`);
  return checkCapabilities(call.entry, parts.backends) ?? validateArguments(call);
}

function unknownTool(name: string, { gate }: CallBatch): string {
  const shown = showOnOneLine(name.slice(0, 100));
  const suggestion = nearestName(shown, gate.visibleNames());
  return `Unknown tool: ${shown}${suggestion === undefined ? '' : `. Did you mean "${suggestion}"?`}`;
}
