import {
  foldName,
  type SkippedTool,
  type ToolExplanation,
  type ToolOrigin,
  type TraceStep,
} from '@mortise/contracts';
import { describeOrigin } from '../../registry/admit-tools.ts';
import { traceRule } from '../rules/permission-rule.ts';
import { decideState } from '../surface/decide-state.ts';
import type { Resolution } from '../surface/resolve-surface.ts';
import { type AskedArguments, argumentSteps, rulingOf } from './argument-steps.ts';
import { exposureSteps } from './exposure-steps.ts';
import { remediesFor, skippedRemedy } from './remedies.ts';

/** The story of one registered tool: every rule of every phase, in order. */
export function explainTool(
  resolution: Resolution,
  tool: number,
  asked?: AskedArguments,
): ToolExplanation {
  const { policy } = resolution;
  const entry = policy.world.index.entryOf(tool);
  const { name, origin } = entry;
  const rules = policy.argumentRules;
  const state = decideState(resolution, tool);
  const steps = [admitted(origin)];
  for (const rule of policy.rules) {
    const step = traceRule(rule, tool);
    if (step !== undefined) steps.push(step);
  }
  steps.push(...exposureSteps(resolution, tool), ...argumentSteps(rules, entry, asked));
  return freezeExplanation({
    tool: name,
    origin,
    state,
    isPermitted: policy.permittedTools.has(tool),
    steps,
    remedies: remediesFor(resolution, tool, state),
    ...(asked === undefined ? {} : { ruling: rulingOf(rules, entry, asked) }),
  });
}

/** A tool that lost its name ends in phase 0; no later rule has anything to look at. */
export function explainSkipped(skipped: SkippedTool): ToolExplanation {
  const { name, origin, code, heldBy } = skipped;
  const step: TraceStep = {
    phase: 'admission',
    layer: describeOrigin(origin),
    rule: `the name is held by ${heldBy}`,
    verdict: 'block',
  };
  return freezeExplanation({
    tool: name,
    origin,
    state: code,
    isPermitted: false,
    steps: [step],
    remedies: [skippedRemedy(skipped)],
  });
}

/**
 * Everything that has this name, folded, or this alias: the registered tool first, then those that
 * lost the name to it.
 */
export function explainName(
  resolution: Resolution,
  name: string,
  asked?: AskedArguments,
): readonly ToolExplanation[] {
  const { index, inputs } = resolution.policy.world;
  const folded = foldName(name.trim());
  const tool = index.named(folded);
  const skipped = inputs.snapshot.skipped.filter((each) => foldName(each.name) === folded);
  return [
    ...(tool === undefined ? [] : [explainTool(resolution, tool, asked)]),
    ...skipped.map(explainSkipped),
  ];
}

export function explainAll(resolution: Resolution): readonly ToolExplanation[] {
  const { index, inputs } = resolution.policy.world;
  return [
    ...index.all.map((tool) => explainTool(resolution, tool)),
    ...inputs.snapshot.skipped.map(explainSkipped),
  ];
}

function admitted(origin: ToolOrigin): TraceStep {
  const layer = describeOrigin(origin);
  return { phase: 'admission', layer, rule: 'registered', verdict: 'pass' };
}

function freezeExplanation(explanation: ToolExplanation): ToolExplanation {
  for (const step of explanation.steps) Object.freeze(step);
  Object.freeze(explanation.steps);
  Object.freeze(explanation.remedies);
  return Object.freeze(explanation);
}
