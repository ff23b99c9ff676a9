import type { CallReport, Failure, Refusal } from '@mortise/contracts';
import { allotBudget, readBudget } from './allot-budget.ts';
import { conductCall, hostFault, reportCall } from './conduct-call.ts';
import { charsOfOutcome } from './outcome-text.ts';
import type { CallBatch, PipelineParts } from './pipeline-parts.ts';
import { type GrowingCall, prepareCall } from './prepare-call.ts';
import type { AskedCall } from './read-calls.ts';
import { trimOutcome } from './trim-outcome.ts';

/**
 * Runs the calls of one turn side by side and answers in their order, each cut to the budget that
 * they share. Never rejects.
 */
export async function executeCalls(
  batch: CallBatch,
  parts: PipelineParts,
): Promise<readonly CallReport[]> {
  const startedAt = parts.now();
  const total = readBudget(batch.context.resultBudgetChars, batch.limits.resultBudgetChars);
  const prepared = batch.calls.map((asked) => guardedPrepare(asked, batch, parts));
  const running = prepared.filter(({ call }) => call !== undefined).length;
  const share = Math.floor(total / Math.max(running, 1));
  const ending = prepared.map(({ asked, call, outcome }) => {
    if (call === undefined) return reportCall(asked, { outcome, startedAt, batch }, parts);
    call.resultBudgetChars = Math.min(share, call.entry.maxResultChars ?? share);
    return conductCall(call, startedAt, { batch, parts });
  });
  const reports = await Promise.all(ending);
  return trimToBudget(reports, { total, prepared }, parts);
}

type PreparedCall =
  | { readonly asked: AskedCall; readonly call: GrowingCall; readonly outcome?: undefined }
  | { readonly asked: AskedCall; readonly call?: undefined; readonly outcome: Refusal | Failure };

function guardedPrepare(asked: AskedCall, batch: CallBatch, parts: PipelineParts): PreparedCall {
  try {
    const call = prepareCall(asked, batch, parts);
    return 'status' in call ? { asked, outcome: call } : { asked, call };
  } catch (error) {
    return { asked, outcome: hostFault(error, parts) };
  }
}

interface Budget {
  readonly total: number;
  readonly prepared: readonly PreparedCall[];
}

/** Only calls that ran take from the budget; a refusal is the host's own short text, cut to an even share. */
function trimToBudget(
  reports: readonly CallReport[],
  { total, prepared }: Budget,
  parts: PipelineParts,
): readonly CallReport[] {
  const evenShare = Math.floor(total / Math.max(reports.length, 1));
  const demands = reports.map(({ outcome, size }, index) => ({
    chars: outcome.status === 'refused' ? 0 : size.reduced,
    cap: readBudget(prepared[index]?.call?.entry.maxResultChars, total),
  }));
  const allotted = allotBudget(total, demands);
  return reports.map((report, index) => {
    const isRefused = report.outcome.status === 'refused';
    return trimCall(report, isRefused ? evenShare : (allotted[index] ?? 0), parts);
  });
}

function trimCall(report: CallReport, budget: number, { hooks }: PipelineParts): CallReport {
  const fromChars = report.size.reduced;
  if (fromChars <= budget) return report;
  const outcome = trimOutcome(report.outcome, budget);
  const { callId, toolName } = report;
  hooks.resultTrimmed.call({ callId, toolName, fromChars, toChars: charsOfOutcome(outcome) });
  return { ...report, outcome };
}
