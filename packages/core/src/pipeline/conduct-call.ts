import type {
  AdmittedCall,
  GuestReduction,
  Refusal,
  RunUsage,
  ToolOutcome,
  ValidatedCall,
} from '@mortise/contracts';
import { admitCall } from './admit-call.ts';
import { checkOutput } from './check-output.ts';
import { dryRunOutcome } from './dry-run.ts';
import type { CallBatch, PipelineParts } from './pipeline-parts.ts';
import type { PreparedCall } from './prepare-call.ts';
import { redactOutcome } from './redact-outcome.ts';
import { type ReducedOutcome, reduceOutcome } from './reduce-outcome.ts';
import { type RunOutcome, runCall } from './run-call.ts';
import { runLimited } from './run-limited.ts';
import { textOf } from './tool-result.ts';
import { copyForObservers, validateInRunner } from './validate-arguments.ts';

/** A call that ended, before the budget of its batch is shared out. */
export interface ConductedCall extends ReducedOutcome {
  readonly rawChars: number;
  readonly usage?: RunUsage;
}

/** The straight way of one call: validate → dry run → admit → run → check → reduce (docs/contract.md#e-3). */
export async function conductCall(
  prepared: PreparedCall,
  shareChars: number,
  batch: CallBatch,
  parts: PipelineParts,
): Promise<ConductedCall> {
  const answer = validatedCall(prepared, batch, parts);
  const validated = answer instanceof Promise ? await answer : answer;
  if ('status' in validated) return ended(validated);
  if (batch.context.dryRun === true) return ended(redacted(dryRunOutcome(validated), parts));
  const refusal = parts.hooks.admitCall.isUsed() ? await admitCall(validated, parts) : undefined;
  if (refusal !== undefined) return ended(refusal);

  const call: AdmittedCall = { ...validated, resultBudgetChars: budgetOf(validated, shareChars) };
  if (isObserved(parts)) Object.freeze(call);
  const { tool } = prepared.resolution;
  const ran = await runLimited(parts.places, { call, tool }, () =>
    runCall({ call, tool, batch }, parts),
  );
  if ('status' in ran) return ended(ran);
  // A runner's schema is never read here: a guest or a remote server wrote it.
  if (tool.implementation.kind !== 'in-process') return reduceAndLog(call, ran, parts);
  return reduceAndLog(call, { outcome: checkOutput(ran.outcome, call.entry) }, parts);
}

function validatedCall(
  { resolution, validated }: PreparedCall,
  batch: CallBatch,
  parts: PipelineParts,
): ValidatedCall | Refusal | Promise<ValidatedCall | Refusal> {
  const { call, tool } = resolution;
  if (validated !== undefined) return validated;
  const mustSeeInput = batch.context.dryRun === true || parts.hooks.admitCall.isUsed();
  if (mustSeeInput && tool.implementation.kind === 'runner') {
    return validateInRunner(resolution, tool.implementation.runner, parts.callTimeoutMs);
  }
  if (isObserved(parts)) return copyForObservers(resolution);
  return { ...call, args: call.args ?? {} };
}

/** Asked by its taps: `isUsed` counts what isolates observers from each other, too. */
function isObserved({ hooks }: PipelineParts): boolean {
  return hooks.callStarted.taps.length > 0;
}

function reduceAndLog(call: AdmittedCall, ran: RunOutcome, parts: PipelineParts): ConductedCall {
  const outcome = redacted(ran.outcome, parts);
  const reducer = parts.reducers?.get(call.toolName);
  const context = { args: call.args, turnCount: call.context.currentTurn };
  const reduced = withGuestReduction(reduceOutcome(outcome, reducer, context), ran.reduction);
  if (reduced.reason !== undefined) {
    const details = { code: 'reducer_failed', tool: call.toolName, reason: reduced.reason };
    parts.logger.warn(details, 'A reducer failed; the result was left as it was.');
  }
  const rawChars = Math.max(textOf(outcome).length, ran.reduction?.rawChars ?? 0);
  return ran.usage === undefined
    ? { ...reduced, rawChars }
    : { ...reduced, rawChars, usage: ran.usage };
}

/** The extension's own reducer ran first; a fault of either is what the report is about. */
function withGuestReduction(
  reduced: ReducedOutcome,
  guest: GuestReduction | undefined,
): ReducedOutcome {
  if (guest === undefined || reduced.reason !== undefined) return reduced;
  const { outcome } = reduced;
  if (guest.state === 'applied') return { outcome, reducer: 'applied' };
  return { outcome, reducer: guest.state, reason: GUEST_REASONS[guest.state] };
}

const GUEST_REASONS = {
  failed: 'the reducer of the extension threw',
  rejected: 'the reducer of the extension gave no shorter result of the same kind',
} as const;

function redacted(outcome: ToolOutcome, { redactor }: PipelineParts): ToolOutcome {
  const known = redactor?.();
  return known === undefined ? outcome : redactOutcome(outcome, known);
}

function budgetOf(call: ValidatedCall, shareChars: number): number {
  return Math.min(shareChars, call.entry.maxResultChars ?? shareChars);
}

function ended(outcome: ToolOutcome): ConductedCall {
  return { outcome, rawChars: textOf(outcome).length };
}
