import {
  LIMITS,
  type Refusal,
  type RequestedCall,
  type RunUsage,
  type ToolOutcome,
} from '@mortise/contracts';
import { allotBudget, readBudget } from './allot-budget.ts';
import { type ConductedCall, conductCall } from './conduct-call.ts';
import { fail } from './failure.ts';
import type { CallBatch, PipelineParts } from './pipeline-parts.ts';
import { type PreparedCall, prepareCall } from './prepare-call.ts';
import { reportCall } from './report-call.ts';
import { textOf, withText } from './tool-result.ts';
import { trimText } from './trim-text.ts';

export interface FinishedCall {
  readonly requested: RequestedCall;
  readonly outcome: ToolOutcome;
  readonly durationMs: number;
  readonly usage?: RunUsage;
}

/** Runs the calls of one turn side by side and answers in their order. Never rejects. */
export async function executeCalls(
  batch: CallBatch,
  parts: PipelineParts,
): Promise<readonly FinishedCall[]> {
  const startedAt = parts.now();
  const total = readBudget(batch.context.resultBudgetChars, LIMITS.resultBudgetChars.standard);
  const prepared = batch.calls.map((requested) => ({
    requested,
    call: guardedPrepare(requested, batch, parts),
  }));
  const running = prepared.filter(({ call }) => call.status === 'prepared').length;
  const share = Math.floor(total / Math.max(running, 1));
  const about = { batch, share, startedAt };
  const ended = await Promise.all(prepared.map((one) => finishCall(one, about, parts)));
  return trimToBudget(ended, total, parts);
}

interface BatchFacts {
  readonly batch: CallBatch;
  readonly share: number;
  readonly startedAt: number;
}

async function finishCall(
  { requested, call }: { readonly requested: RequestedCall; readonly call: Prepared },
  { batch, share, startedAt }: BatchFacts,
  parts: PipelineParts,
): Promise<EndedCall> {
  const isPrepared = call.status === 'prepared';
  let conducted: ConductedCall;
  try {
    conducted = isPrepared ? await conductCall(call, share, batch, parts) : withoutCost(call);
  } catch (error) {
    conducted = withoutCost(hostFault(error, parts));
  }
  const durationMs = parts.now() - startedAt;
  const tool = isPrepared ? call.resolution.tool : undefined;
  const finished = { requested, conducted, durationMs, tool };
  reportCall(finished, batch.context, parts);
  return finished;
}

export interface EndedCall {
  readonly requested: RequestedCall;
  readonly conducted: ConductedCall;
  readonly durationMs: number;
  readonly tool: PreparedCall['resolution']['tool'] | undefined;
}

/** Only calls that ran take from the budget; a refusal is the host's own short text, cut to an even share. */
function trimToBudget(
  ended: readonly EndedCall[],
  total: number,
  parts: PipelineParts,
): readonly FinishedCall[] {
  const evenShare = Math.floor(total / Math.max(ended.length, 1));
  const demands = ended.map(({ conducted: { outcome }, tool }) => ({
    chars: outcome.status === 'refused' ? 0 : textOf(outcome).length,
    cap: readBudget(tool?.entry.maxResultChars, total),
  }));
  const allotted = allotBudget(total, demands);
  return ended.map((call, index) => {
    const isRefused = call.conducted.outcome.status === 'refused';
    return trimCall(call, isRefused ? evenShare : (allotted[index] ?? 0), parts);
  });
}

function trimCall(ended: EndedCall, budget: number, parts: PipelineParts): FinishedCall {
  const { requested, conducted, durationMs } = ended;
  const text = textOf(conducted.outcome);
  const trimmed = trimText(text, budget);
  const { usage } = conducted;
  const rest = usage === undefined ? { requested, durationMs } : { requested, durationMs, usage };
  if (trimmed === text) return { ...rest, outcome: conducted.outcome };
  parts.hooks.resultTrimmed.call({
    callId: requested.toolCallId,
    toolName: requested.name,
    fromChars: text.length,
    toChars: trimmed.length,
  });
  return { ...rest, outcome: withText(conducted.outcome, trimmed) };
}

type Prepared = PreparedCall | Refusal | ReturnType<typeof fail>;

function guardedPrepare(
  requested: RequestedCall,
  batch: CallBatch,
  parts: PipelineParts,
): Prepared {
  try {
    return prepareCall(requested, batch, parts);
  } catch (error) {
    return hostFault(error, parts);
  }
}

/** A call that never ran. */
function withoutCost(outcome: Refusal | ReturnType<typeof fail>): ConductedCall {
  return { outcome, rawChars: outcome.message.length };
}

/** A fault of the host itself must neither reject the batch nor show its insides to a model. */
function hostFault(error: unknown, parts: PipelineParts): ReturnType<typeof fail> {
  parts.logger.error({ error }, 'The pipeline failed while it served a call.');
  return fail('execution_failed', 'The host failed while it served this call.');
}
