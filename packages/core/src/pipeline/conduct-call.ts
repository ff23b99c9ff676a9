import {
  type CallReport,
  ERROR_CODES,
  type Failure,
  fail,
  type Reduction,
  type ToolCall,
  type ToolOutcome,
  type Writable,
} from '@mortise/contracts';
import { charsOfOutcome } from './allot-budget.ts';
import { followStops, stoppedOutcome } from './call-stopped.ts';
import { type CallDecision, decideCall } from './decide-call.ts';
import { textOfOutcome } from './outcome-text.ts';
import type { CallBatch, PipelineParts } from './pipeline-parts.ts';
import { redactOutcome } from './redact-outcome.ts';
import { reduceOutcome } from './reduce-outcome.ts';
import { runCall } from './run-call.ts';
import { showArguments } from './show-arguments.ts';
import { showOutcome } from './show-outcome.ts';
import { copyArguments } from './validate-arguments.ts';

/** The straight way of one call: decide → show → run → clean → reduce → report. Never rejects. */
export async function conductCall(
  call: Writable<ToolCall>,
  startedAt: number,
  { batch, parts }: { readonly batch: CallBatch; readonly parts: PipelineParts },
): Promise<CallReport> {
  let outcome: ToolOutcome;
  let decision: CallDecision | undefined;
  // The only call of a batch is ended with it; each of several needs a signal of its own.
  const leave = batch.calls.length > 1 ? followStops(call, parts) : undefined;
  try {
    const step = call.trace?.begin('decision');
    if (mustBeDecided(call, parts)) {
      const decided = decideCall(call, { batch, parts });
      // Most are decided at once, and need no turn of the queue.
      decision = decided instanceof Promise ? await decided : decided;
    }
    const ended =
      decision?.refusal ??
      (mustBeShown(call, parts) ? await showArguments(call, parts) : holdForObservers(call, parts));
    step?.end(ended === undefined || ended.status === 'ok' ? undefined : ended.code);
    outcome =
      ended === undefined
        ? reduce(
            cleanEnd(await runCall(call, { batch, parts, decision }), call, parts),
            call,
            parts,
          )
        : cleanEnd(ended, call, parts);
  } catch (error) {
    outcome = hostFault(error, parts);
  }
  leave?.();
  batch.place?.end();
  decision?.lease?.release(outcome);
  decision?.approved?.ended(outcome);
  return reportCall(call, { outcome, startedAt, batch, decision }, parts);
}

/** Whether any of those who decide has a say; reads fields only, for every call. */
function mustBeDecided({ context }: ToolCall, parts: PipelineParts): boolean {
  return (
    context.surface?.rules !== undefined ||
    parts.rules !== undefined ||
    parts.records?.isInForce === true ||
    parts.stops?.isInForce === true ||
    parts.rates?.isInForce === true
  );
}

/** Asks who must agree to it, or what a dry run would say. */
function mustBeShown({ context }: ToolCall, { hooks }: PipelineParts): boolean {
  return context.dryRun === true || hooks.admitCall.isUsed();
}

/**
 * Who watches calls begin sees frozen copies as well, and who writes them down names the arguments that ran, whatever
 * their giver does to them meanwhile; without either, a call is not copied.
 */
function holdForObservers(
  call: Writable<ToolCall>,
  { hooks, records }: PipelineParts,
): ToolOutcome | undefined {
  // Asked by its taps: `isUsed` counts what isolates observers from each other, too.
  const isWatched = hooks.callStarted.taps.length > 0;
  if (!isWatched && records === undefined) return undefined;
  const refusal = call.implementation.kind === 'runner' ? copyArguments(call) : undefined;
  if (isWatched) Object.freeze(call);
  return refusal;
}

/** What leaves holds no known secret and hides nothing. */
function clean(outcome: ToolOutcome, { redactor }: PipelineParts): ToolOutcome {
  const known = redactor?.();
  return showOutcome(known === undefined ? outcome : redactOutcome(outcome, known));
}

/** A call that an operator cut off says so, whatever cut it off where it ran. */
function cleanEnd(outcome: ToolOutcome, call: ToolCall, parts: PipelineParts): ToolOutcome {
  return clean(outcome.status === 'ok' ? outcome : stoppedOutcome(outcome, call), parts);
}

function reduce(outcome: ToolOutcome, call: ToolCall, parts: PipelineParts): ToolOutcome {
  const reducer = parts.reducers?.get(call.toolName);
  const context = { args: call.args, turnCount: call.context.currentTurn };
  const step = reducer === undefined ? undefined : call.trace?.begin('reducer');
  const reduced = reducer === undefined ? outcome : reduceOutcome(outcome, reducer, context);
  step?.end(reduced.reduction?.state === 'applied' ? undefined : 'reducer_failed');
  const { reduction } = reduced;
  if (reduction !== undefined && reduction.state !== 'applied') {
    const reason = reduction.reason ?? GUEST_REASONS[reduction.state];
    const details = { code: 'reducer_failed', tool: call.toolName, reason };
    parts.logger.warn(details, ERROR_CODES.reducer_failed.summary);
  }
  return reduced;
}

/** For the reducer of an extension, whose own words stay where it ran. */
const GUEST_REASONS = {
  failed: 'the reducer of the extension threw',
  rejected: 'the reducer of the extension gave no shorter result of the same kind',
} as const satisfies Record<Exclude<Reduction['state'], 'applied'>, string>;

interface ReportParts {
  readonly outcome: ToolOutcome;
  readonly startedAt: number;
  readonly batch: CallBatch;
  readonly decision?: CallDecision | undefined;
}

/** Tells the observers how one call ended, once, with everything they may know. */
export function reportCall(
  call: Pick<ToolCall, 'callId' | 'toolName' | 'args'> &
    Partial<Pick<ToolCall, 'entry' | 'ruling' | 'trace'>>,
  { outcome, startedAt, batch: { context }, decision }: ReportParts,
  parts: PipelineParts,
): CallReport {
  // A refused call has no entry yet; its tool may be known all the same.
  const entry = call.entry ?? parts.catalog.find(call.toolName)?.entry;
  const origin = entry?.origin;
  const report: Writable<CallReport> = {
    callId: call.callId,
    toolName: call.toolName,
    sessionKey: context.sessionKey,
    outcome,
    durationMs: parts.now() - startedAt,
    dryRun: context.dryRun === true,
    size: sizeOf(outcome),
  };
  // Assigned, not spread: on the path of every call (see test/bench).
  if (origin?.kind === 'extension') report.extensionId = origin.id;
  if (context.agentId !== undefined) report.agentId = context.agentId;
  if (context.userId !== undefined) report.userId = context.userId;
  if (context.principal !== undefined) report.principalId = context.principal.id;
  if (outcome.reduction !== undefined) report.reducer = outcome.reduction.state;
  if (call.ruling !== undefined) report.ruling = call.ruling;
  if (call.args !== undefined) report.args = call.args;
  if (entry !== undefined) report.entry = entry;
  if (context.surface !== undefined) report.surface = context.surface;
  if (decision?.approved !== undefined) report.approvalId = decision.approved.approvalId;
  parts.hooks.callFinished.call(Object.freeze(report));
  call.trace?.end(report);
  return report;
}

function sizeOf(outcome: ToolOutcome): CallReport['size'] {
  const reduced = charsOfOutcome(outcome);
  const { reduction } = outcome;
  if (reduction === undefined) return { raw: reduced, reduced };
  // Reducers change the text only.
  const saved = Math.max(0, reduction.rawChars - textOfOutcome(outcome).length);
  return { raw: reduced + saved, reduced };
}

/** A fault of the host itself must neither reject the batch nor show its insides to a model. */
export function hostFault(error: unknown, { logger }: PipelineParts): Failure {
  logger.error({ error }, 'The pipeline failed while it served a call.');
  return fail('execution_failed', 'The host failed while it served this call.');
}
