import type { Refusal, RequestedCall, ValidatedCall } from '@mortise/contracts';
import { checkCapabilities } from './check-capabilities.ts';
import type { CallBatch, PipelineParts } from './pipeline-parts.ts';
import { refuse } from './refusal.ts';
import { type Resolution, resolveCall } from './resolve-call.ts';
import { validateArguments } from './validate-arguments.ts';

/** A call that passed every gate that needs no waiting. */
export interface PreparedCall {
  readonly status: 'prepared';
  readonly resolution: Resolution;
  /** Absent for a runner's tool: its arguments are checked where it runs. */
  readonly validated?: ValidatedCall;
}

/** The gates before anything asynchronous. Who is refused here takes no share of the budget. */
export function prepareCall(
  requested: RequestedCall,
  batch: CallBatch,
  parts: PipelineParts,
): PreparedCall | Refusal {
  if (batch.context.abortSignal.aborted) {
    return refuse('aborted_before_start', 'The call was cancelled before it started.');
  }
  const resolution = resolveCall(requested, batch, parts);
  if ('status' in resolution) return resolution;
  const missing = checkCapabilities(resolution, parts.backends);
  if (missing !== undefined) return missing;
  if (resolution.tool.implementation.kind === 'runner') return { status: 'prepared', resolution };
  const validated = validateArguments(resolution);
  if ('status' in validated) return validated;
  return { status: 'prepared', resolution, validated };
}
