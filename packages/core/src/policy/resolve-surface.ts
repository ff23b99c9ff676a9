import type { Diagnostic, SurfaceTool } from '@mortise/contracts';
import { type ActiveToolkits, activateToolkits } from './activate-toolkits.ts';
import type { CompiledPolicy } from './compile-policy.ts';
import type { CompiledToolkit } from './compiled-toolkit.ts';
import type { MeasureTokens } from './estimate-tokens.ts';
import type { Exposure } from './exposure-plan.ts';
import { fitBudget } from './fit-budget.ts';
import { policyDiagnostic } from './policy-diagnostic.ts';
import { hashSurface } from './policy-hash.ts';
import type { SessionState } from './request-shape.ts';
import { skippedDiagnostics } from './skipped-diagnostics.ts';
import { ToolSet } from './tool-set.ts';

/** Phases 5 to 8 for one state of a session: what a surface is made from and explained with. */
export interface Resolution {
  readonly policy: CompiledPolicy;
  readonly state: SessionState;
  readonly toolkits: ActiveToolkits;
  /** Permitted and exposed, in the order of the surface; before phases 7 and 8. */
  readonly exposed: ReadonlyMap<number, SurfaceTool>;
  readonly unavailable: ToolSet;
  readonly budget: BudgetOutcome | undefined;
  readonly active: readonly SurfaceTool[];
  /** All there is to expose a tool, permitted or not; for the trace. */
  exposuresOf(tool: number): readonly Exposure[];
  readonly diagnostics: readonly Diagnostic[];
  readonly hash: string;
}

export interface BudgetOutcome {
  readonly limit: number;
  readonly total: number;
  readonly dropped: ReadonlySet<number>;
}

export function resolveSurface(
  policy: CompiledPolicy,
  state: SessionState,
  measure: MeasureTokens,
): Resolution {
  const toolkits = activateToolkits(policy, state.loadedToolkits);
  const exposed = collectExposed(policy, allExposures(policy, toolkits, state));
  const unavailable = findUnavailable(policy, state.unavailable ?? []);
  const offered = [...exposed].filter(([tool]) => !unavailable.has(tool));
  const budget = applyBudget(policy, offered, measure);
  const kept = offered.filter(([tool]) => budget?.dropped.has(tool) !== true);
  const overBudget = offered.flatMap(([tool, { entry }]) =>
    budget?.dropped.has(tool) === true ? entry.name : [],
  );
  return Object.freeze({
    policy,
    state,
    toolkits,
    exposed,
    unavailable,
    budget,
    active: Object.freeze(kept.map(([, tool]) => tool)),
    exposuresOf: exposureLookup(() => allExposures(policy, toolkits, state)),
    diagnostics: Object.freeze([
      ...skippedDiagnostics(policy.world.inputs.snapshot),
      ...policy.world.groupDiagnostics(),
      ...policy.diagnostics,
      ...toolkits.diagnostics,
      ...budgetDiagnostics(policy, budget, overBudget),
    ]),
    hash: hashSurface({ policyHash: policy.hash, state, overBudget }),
  });
}

/**
 * Every reason there is to expose a tool, in the order of the surface, whatever permission says:
 * the surface keeps the permitted ones, the trace shows them all.
 */
function* allExposures(
  policy: CompiledPolicy,
  toolkits: ActiveToolkits,
  state: SessionState,
): Generator<Exposure> {
  yield* policy.plan.base;
  for (const toolkit of toolkits.active) yield* toolkitExposures(policy, toolkit);
  yield* policy.plan.alwaysIncluded;
  if (state.hasSession) yield* policy.controlPlane;
}

function* toolkitExposures(policy: CompiledPolicy, toolkit: CompiledToolkit): Generator<Exposure> {
  const source = `toolkit ${toolkit.name}`;
  for (const { name, overrides, path } of toolkit.tools) {
    const tool = policy.world.index.exact(name);
    if (tool !== undefined) yield { tool, source, path, overrides };
  }
}

/** The first to expose a tool gives it its place and its overrides; the others are named as sources. */
function collectExposed(
  policy: CompiledPolicy,
  exposures: Iterable<Exposure>,
): ReadonlyMap<number, SurfaceTool> {
  const { index } = policy.world;
  const exposed = new Map<number, SurfaceTool>();
  for (const { tool, source, overrides } of exposures) {
    if (!policy.permits(tool)) continue;
    const earlier = exposed.get(tool);
    const sources = Object.freeze([...(earlier?.sources ?? []), source]);
    exposed.set(
      tool,
      Object.freeze({
        entry: index.entryOf(tool),
        sources,
        overrides: earlier?.overrides ?? overrides,
      }),
    );
  }
  return exposed;
}

/** One walk serves all tools: explaining ten thousand must not walk ten thousand times. */
function exposureLookup(walk: () => Iterable<Exposure>): (tool: number) => readonly Exposure[] {
  let byTool: ReadonlyMap<number, readonly Exposure[]> | undefined;
  return (tool) => {
    byTool ??= Map.groupBy(walk(), (exposure) => exposure.tool);
    return byTool.get(tool) ?? [];
  };
}

function findUnavailable(policy: CompiledPolicy, texts: readonly string[]): ToolSet {
  const { selectors, index } = policy.world;
  // As in a deny list: a text that is a tool and an extension takes out both.
  return new ToolSet(
    index.size,
    texts.map((text) => selectors.compile(text, 'deny').matches),
  );
}

function applyBudget(
  policy: CompiledPolicy,
  offered: readonly (readonly [number, SurfaceTool])[],
  measure: MeasureTokens,
): BudgetOutcome | undefined {
  const limit = policy.agent.toolTokenBudget;
  if (limit === undefined) return undefined;
  const { index } = policy.world;
  const candidates = offered
    .map(([tool, { entry }]) => ({ tool, entry, isKept: index.isControlPlane(tool) }))
    // Listed last, but declared to be always there: worth more than what a model loaded.
    .sort((a, b) => Number(b.entry.isAlwaysIncluded) - Number(a.entry.isAlwaysIncluded));
  return { limit, ...fitBudget(candidates, limit, measure) };
}

function budgetDiagnostics(
  { agent }: CompiledPolicy,
  budget: BudgetOutcome | undefined,
  dropped: readonly string[],
): readonly Diagnostic[] {
  if (budget === undefined || dropped.length === 0) return [];
  const detail = `${budget.total} of ${budget.limit} tokens; left out: ${dropped.join(', ')}.`;
  return [
    policyDiagnostic('over_budget', {
      subject: agent.id,
      path: agent.path,
      layer: 'agent',
      detail,
    }),
  ];
}
