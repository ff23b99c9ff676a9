import {
  hashArguments,
  type RuleVerdict,
  TOOL_CLASSES,
  type ToolClass,
  type ToolExplanation,
} from '@mortise/contracts';
import { createSurfaceResolver, loadoutsOfConfig, placeExplanation } from '@mortise/core';
import type { ChainRecord } from './chain-record.ts';
import type { PolicyArchive } from './policy-archive.ts';

/** A decision of the past, made again from what was recorded. */
export interface RecomputedDecision {
  /** `equal`, `differs`, or why it cannot be told: what it was decided from is gone or was never kept. */
  readonly verdict: 'equal' | 'differs' | 'policy_gone' | 'policy_not_recorded';
  readonly recorded: DecidedFacts;
  readonly recomputed?: DecidedFacts;
  /** The steps of the policy as of then, with the files and lines of then. */
  readonly explanation?: ToolExplanation;
  /** What the rules on arguments say; absent without rules. */
  readonly rule?: RecomputedRule;
}

export interface DecidedFacts {
  /** A `ToolState`, or `unknown`. */
  readonly state: string;
  readonly policyHash: string;
}

export interface RecomputedRule {
  /** `not_checked`: the arguments are not known; `other_arguments`: those given have another hash. */
  readonly verdict: 'equal' | 'differs' | 'not_checked' | 'other_arguments';
  readonly recorded: string;
  readonly recomputed?: RuleVerdict;
}

/** Runs the resolver again, with the request, the registry and the configuration of then. */
export function recomputeDecision(
  record: ChainRecord,
  archive: PolicyArchive,
  given: { readonly args?: unknown } = {},
): RecomputedDecision {
  const { state = 'unknown', policyHash = '', requestHash, toolName = '' } = record;
  const recorded = { state, policyHash };
  if (requestHash === undefined) return { verdict: 'policy_not_recorded', recorded };
  const asked = archive.readRequest(requestHash);
  const policy = asked && archive.readPolicy(asked.policy);
  if (asked === undefined || policy === undefined) return { verdict: 'policy_gone', recorded };
  const { config, snapshot, places } = policy;
  const inputs = { config, snapshot, loadouts: loadoutsOfConfig(config).loadouts };
  const resolver = createSurfaceResolver({ cacheSize: 1 });
  const surface = resolver.resolve(inputs, asked.request);
  const recomputed = {
    state: surface.stateOf(toolName) ?? 'unknown',
    policyHash: surface.policyHash,
  };
  const isEqual = recomputed.state === state && recomputed.policyHash === policyHash;
  const [explained] = resolver.explain({ inputs, request: asked.request }, toolName);
  const entry = snapshot.entries.find(({ name }) => name === toolName);
  const rule =
    entry === undefined || surface.rules === undefined
      ? undefined
      : checkRule(record, given, (args, chain) => surface.rules?.decide({ entry, args }, chain));
  return {
    verdict: isEqual ? 'equal' : 'differs',
    ...{ recorded, recomputed },
    ...(explained === undefined
      ? {}
      : { explanation: placeExplanation(explained, (path) => places[path]) }),
    ...(rule === undefined ? {} : { rule }),
  };
}

function checkRule(
  record: ChainRecord,
  given: { readonly args?: unknown },
  decide: (args: unknown, chain: ToolClass | undefined) => RuleVerdict | undefined,
): RecomputedRule | undefined {
  const detail = typeof record.detail === 'object' && record.detail !== null ? record.detail : {};
  const recorded = 'rule' in detail ? String(detail['rule']) : 'none';
  // Refused before rules were asked: by a list, a stop, or for its arguments.
  if (recorded === 'none' && record.decision === 'denied') return undefined;
  const kept = 'arguments' in detail ? detail['arguments'] : undefined;
  const args = 'args' in given ? given.args : kept;
  const isGiven = 'args' in given || kept !== undefined;
  if (!isGiven || record.argsHash === undefined) return { verdict: 'not_checked', recorded };
  if (hashArguments(args) !== record.argsHash) return { verdict: 'other_arguments', recorded };
  const chain = TOOL_CLASSES.find((each) => 'chain' in detail && each === detail['chain']);
  const recomputed = decide(args, chain);
  const isEqual = (recomputed?.verdict ?? 'none') === recorded;
  const verdict = isEqual ? 'equal' : 'differs';
  return recomputed === undefined ? { verdict, recorded } : { verdict, recorded, recomputed };
}
