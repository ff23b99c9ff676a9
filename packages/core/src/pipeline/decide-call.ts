import {
  type ApprovedCall,
  type CallRates,
  type CallRules,
  type RateLease,
  type Refusal,
  type RuleVerdict,
  refuse,
  type ToolCall,
  type ToolClass,
  type Writable,
} from '@mortise/contracts';
import { printUnknown } from '../registry/print-unknown.ts';
import { isSameTool } from '../registry/surface-gate.ts';
import { gravestOfBatch, gravestOfSession, noteInChain } from './call-chain.ts';
import type { CallBatch, PipelineParts } from './pipeline-parts.ts';
import { validateInRunner } from './show-arguments.ts';
import { copyArguments } from './validate-arguments.ts';

/** What those who decide said: no, or what the call takes along. */
export interface CallDecision {
  readonly refusal?: Refusal;
  /** To be given back when the call ends, refused or not. */
  readonly lease?: RateLease | undefined;
  readonly approved?: ApprovedCall;
}

interface DecisionParts {
  readonly batch: CallBatch;
  readonly parts: PipelineParts;
}

const PASSED: CallDecision = Object.freeze({});

/**
 * Decides between the gates and the hooks: stopped → rules on arguments → rates → approval. Answers at
 * once where none of them has to wait. Whatever fails refuses the call.
 */
export function decideCall(
  call: Writable<ToolCall>,
  decision: DecisionParts,
): CallDecision | Promise<CallDecision> {
  const { batch, parts } = decision;
  try {
    const refusal = stopRefusal(call, parts);
    if (refusal !== undefined) return { refusal };
    const rules = rulesOf(call, parts);
    if (rules?.chain === 'session') return decideInSession(call, rules, decision);
    const chain = rules?.chain === undefined ? undefined : gravestOfBatch(rules, { batch, parts });
    return decideBy(call, { rules, chain }, decision);
  } catch (error) {
    return { refusal: failClosed(call, error, parts) };
  }
}

interface RuleSet {
  readonly rules: CallRules | undefined;
  /** The gravest class of the calls that it is decided with. */
  readonly chain: ToolClass | undefined;
}

function decideBy(
  call: Writable<ToolCall>,
  ruleSet: RuleSet,
  { batch, parts }: DecisionParts,
): CallDecision | Promise<CallDecision> {
  const refusal = applyRules(call, ruleSet);
  if (refusal !== undefined) return { refusal };
  // A dry run uses up nothing and waits for no person.
  const isReal = call.context.dryRun !== true;
  const taken = isReal && parts.rates?.isInForce === true ? parts.rates.take(call) : undefined;
  const mustAsk = isReal && call.ruling?.verdict === 'ask';
  if (!mustAsk && !(taken instanceof Promise)) return recorded(tookAll(taken), call, parts);
  const decided = takeAndAsk(call, { taken, mustAsk }, { batch, parts });
  return decided.then((decision) => recorded(decision, call, parts));
}

function tookAll(taken: Refusal | RateLease | undefined): CallDecision {
  if (taken === undefined) return PASSED;
  return isRefusal(taken) ? { refusal: taken } : { lease: taken };
}

/** What the session did before counts, and what this call does is written down before it runs. */
async function decideInSession(
  call: Writable<ToolCall>,
  rules: CallRules,
  decision: DecisionParts,
): Promise<CallDecision> {
  const { parts } = decision;
  try {
    const chain = await gravestOfSession(call, rules, decision);
    const decided = await decideBy(call, { rules, chain }, decision);
    if (decided.refusal !== undefined || call.context.dryRun === true) return decided;
    const refusal = await noteInChain(call, rules, parts);
    return refusal === undefined ? decided : { ...decided, refusal };
  } catch (error) {
    return { refusal: failClosed(call, error, parts) };
  }
}

/** In strict mode a call is written down before it runs, with the very arguments that will, or does not run. */
function recorded(
  decision: CallDecision,
  call: Writable<ToolCall>,
  { records }: PipelineParts,
): CallDecision {
  if (records?.isInForce !== true || decision.refusal !== undefined) return decision;
  const refusal = copyArguments(call) ?? records.refusalFor(call);
  return refusal === undefined ? decision : { ...decision, refusal };
}

function stopRefusal(call: ToolCall, { stops }: PipelineParts): Refusal | undefined {
  return stops?.isInForce === true ? stops.refusalFor(call) : undefined;
}

function rulesOf({ context }: ToolCall, parts: PipelineParts): CallRules | undefined {
  return context.surface?.rules ?? parts.rules;
}

function applyRules(call: Writable<ToolCall>, { rules, chain }: RuleSet): Refusal | undefined {
  if (rules === undefined) return undefined;
  const refusal = copyArguments(call);
  if (refusal !== undefined) return refusal;
  const ruling = rules.decide(call, chain);
  call.ruling = ruling;
  return ruling.verdict === 'deny' ? denied(call, ruling) : undefined;
}

interface Steps {
  /** What rates and budgets said, or will say. */
  readonly taken: ReturnType<CallRates['take']> | undefined;
  readonly mustAsk: boolean;
}

async function takeAndAsk(
  call: Writable<ToolCall>,
  { taken, mustAsk }: Steps,
  { batch, parts }: DecisionParts,
): Promise<CallDecision> {
  let lease: RateLease | undefined;
  try {
    const took = tookAll(await taken);
    if (took.refusal !== undefined || !mustAsk) return took;
    lease = took.lease;
    const answer = await askWithoutPlace(call, { batch, parts, lease });
    return isRefusal(answer) ? { lease, refusal: answer } : { lease, approved: answer };
  } catch (error) {
    return { lease, refusal: failClosed(call, error, parts) };
  }
}

/** While a person is asked, others have the places that the call will need. */
async function askWithoutPlace(
  call: Writable<ToolCall>,
  { batch, parts, lease }: DecisionParts & { readonly lease: RateLease | undefined },
): Promise<Refusal | ApprovedCall> {
  lease?.pause?.();
  batch.place?.wait();
  const answer = await ask(call, { batch, parts }).catch((error: unknown) =>
    failClosed(call, error, parts),
  );
  if (isRefusal(answer)) {
    batch.place?.giveUp();
    return answer;
  }
  const hasPlace = (await batch.place?.goOn()) ?? true;
  const refusal = hasPlace ? await lease?.resume?.() : NO_PLACE;
  // The approval is not used up: the same call asked again uses it.
  return refusal ?? answer;
}

const NO_PLACE: Refusal = Object.freeze({
  ...refuse('no_place', 'The call is approved, and all places are taken; call again.'),
  retryAfterMs: 1_000,
});

async function ask(
  call: Writable<ToolCall>,
  { batch, parts }: DecisionParts,
): Promise<Refusal | ApprovedCall> {
  const { ruling } = call;
  if (ruling === undefined || parts.approvals === undefined) return mustBeApproved(ruling);
  const refusal = await validateInRunner(call, parts);
  if (refusal !== undefined) return refusal;
  Object.freeze(call);
  const approved = await parts.approvals.hold(call, ruling);
  return isRefusal(approved) ? approved : ((await changedSince(call, batch, parts)) ?? approved);
}

/**
 * A call that waited runs only if it still would: nothing stopped it, its tool is the same, and neither gate nor
 * rules refuse it. What else of the policy changed is found when the approval is used: see `ApprovalBinding`.
 */
async function changedSince(
  call: ToolCall,
  batch: CallBatch,
  parts: PipelineParts,
): Promise<Refusal | undefined> {
  if (call.context.abortSignal.aborted) return refuse('aborted_before_start', '');
  const { gate, surface } = (await batch.renew?.()) ?? { ...batch, surface: call.context.surface };
  const stopped = stopRefusal(call, parts);
  if (stopped !== undefined) return stopped;
  const entry = parts.catalog.find(call.toolName)?.entry;
  if (entry === undefined || !isSameTool(entry, call.entry)) return changed('The tool');
  const reason = gate.refusalFor(entry);
  if (reason !== undefined)
    return refuse(
      gate.code ?? 'not_available',
      `Tool "${entry.name}" is not permitted: ${reason}.`,
    );
  return deniedNow(call, surface?.rules ?? parts.rules);
}

/** What was asked for is approved; what the rules deny by now is not, whatever was approved. */
function deniedNow(call: ToolCall, rules: CallRules | undefined): Refusal | undefined {
  const ruling = rules?.decide(call, call.ruling?.chain);
  return ruling?.verdict === 'deny' ? denied(call, ruling) : undefined;
}

function changed(what: string): Refusal {
  const message = `${what} changed while the call waited for its approval; call again.`;
  return refuse('approval_required', message);
}

function denied({ toolName }: ToolCall, { reason }: RuleVerdict): Refusal {
  return refuse('rule_denied', `"${toolName}" may not be called with these arguments: ${reason}`);
}

function mustBeApproved(ruling: RuleVerdict | undefined): Refusal {
  const reason = ruling?.reason ?? 'it is not known why';
  return refuse('approval_required', `The call needs approval: ${reason}`);
}

function failClosed(call: ToolCall, error: unknown, { logger }: PipelineParts): Refusal {
  const { toolName: tool, callId } = call;
  logger.error({ tool, callId, error: printUnknown(error) }, 'A decision failed closed.');
  return refuse('admission_refused', 'A policy failed; the call is refused to be safe.');
}

function isRefusal(value: object): value is Refusal {
  return 'status' in value && value.status === 'refused';
}
