import {
  type CallRules,
  graverClass,
  gravity,
  type Refusal,
  type ToolCall,
  type ToolClass,
} from '@mortise/contracts';
import type { CallBatch, PipelineParts } from './pipeline-parts.ts';

interface ChainParts {
  readonly batch: CallBatch;
  readonly parts: PipelineParts;
}

/** The gravest class of the calls of a batch, those that may not run included: they were asked for, too. */
export function gravestOfBatch(rules: CallRules, { batch, parts }: ChainParts): ToolClass {
  return batch.calls.reduce<ToolClass>((gravest, { name }) => {
    const entry = parts.catalog.find(name)?.entry;
    return entry === undefined ? gravest : graverClass(gravest, classOf(rules, entry));
  }, MILDEST);
}

/** The same with what the session has done before; `undefined` where calls are decided by themselves. */
export async function gravestOfSession(
  call: ToolCall,
  rules: CallRules,
  { batch, parts }: ChainParts,
): Promise<ToolClass> {
  const now = gravestOfBatch(rules, { batch, parts });
  const before = await parts.chains?.gravestOf(call);
  return before === undefined ? now : graverClass(now, before);
}

/** Has what a call is about to do written down for those that come after it. */
export async function noteInChain(
  call: ToolCall,
  rules: CallRules,
  { chains }: PipelineParts,
): Promise<Refusal | undefined> {
  const of = classOf(rules, call.entry);
  return gravity(of) === 0 ? undefined : chains?.note(call, of);
}

const MILDEST: ToolClass = 'read_only';

function classOf(rules: CallRules, entry: ToolCall['entry']): ToolClass {
  return rules.classOf?.(entry) ?? 'unclassified';
}
