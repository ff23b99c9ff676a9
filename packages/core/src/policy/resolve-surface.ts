import type { Diagnostic, SurfaceTool } from '@mortise/contracts';
import { type ActiveToolkits, activateToolkits } from './activate-toolkits.ts';
import type { CompiledPolicy } from './compile-policy.ts';
import type { PlannedToolkit } from './compiled-toolkit.ts';
import { isOffered } from './decide-state.ts';
import type { MeasureTokens } from './estimate-tokens.ts';
import { type Exposure, NO_OVERRIDES } from './exposure-plan.ts';
import { fitBudget } from './fit-budget.ts';
import { once } from './once.ts';
import { policyDiagnostic } from './policy-diagnostic.ts';
import { hashSurface } from './policy-hash.ts';
import type { SessionState } from './request-shape.ts';
import { skippedDiagnostics } from './skipped-diagnostics.ts';
import type { ToolIndex } from './tool-index.ts';
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
  const exposures = [...allExposures(policy, toolkits, state)];
  const exposed = collectExposed(policy, exposures);
  const unavailable = findUnavailable(policy, state.unavailable ?? []);
  const offered = [...exposed].filter(([tool]) => !unavailable.has(tool));
  const budget = applyBudget(policy, offered, measure);
  const kept = offered.filter(([tool]) => isOffered({ unavailable, budget }, tool));
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
    exposuresOf: exposureLookup(exposures),
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
  const { index } = policy.world;
  yield* policy.plan.base;
  for (const toolkit of toolkits.active) yield* toolkitExposures(index, toolkit);
  const always = index.sets.alwaysIncluded.difference(index.sets.controlPlane);
  yield { tools: always, source: 'alwaysInclude', overrides: NO_OVERRIDES };
  if (state.hasSession) yield policy.controlPlane;
}

function* toolkitExposures(index: ToolIndex, toolkit: PlannedToolkit): Generator<Exposure> {
  const source = `toolkit ${toolkit.name}`;
  for (const { name, overrides, path } of toolkit.tools) {
    const tool = index.exact(name);
    if (tool !== undefined) yield { tools: [tool], source, path, overrides };
  }
}

/** The first to expose a tool gives it its place and its overrides; the others are named as sources. */
function collectExposed(
  policy: CompiledPolicy,
  exposures: readonly Exposure[],
): ReadonlyMap<number, SurfaceTool> {
  const { index } = policy.world;
  const exposed = new Map<number, SurfaceTool>();
  for (const { tools, source, overrides } of exposures) {
    const alone = Object.freeze([source]);
    for (const tool of tools) {
      if (!policy.permittedTools.has(tool)) continue;
      const earlier = exposed.get(tool);
      const sources = earlier === undefined ? alone : Object.freeze([...earlier.sources, source]);
      const entry = index.entryOf(tool);
      const kept = earlier?.overrides ?? overrides;
      exposed.set(tool, Object.freeze({ entry, sources, overrides: kept }));
    }
  }
  return exposed;
}

/** Sorted by tool once: explaining ten thousand tools must not walk ten thousand times. */
function exposureLookup(exposures: readonly Exposure[]): (tool: number) => readonly Exposure[] {
  const byTool = once(() => {
    const sorted = new Map<number, Exposure[]>();
    for (const exposure of exposures) {
      for (const tool of exposure.tools) {
        const list = sorted.get(tool);
        if (list === undefined) sorted.set(tool, [exposure]);
        else list.push(exposure);
      }
    }
    return sorted;
  });
  return (tool) => byTool().get(tool) ?? [];
}

function findUnavailable(policy: CompiledPolicy, texts: readonly string[]): ToolSet {
  const { selectors, index } = policy.world;
  // As in a deny list: a text that is a tool and an extension takes out both.
  return ToolSet.of(
    index.size,
    texts.flatMap((text) => selectors.compile(text, 'deny').matches),
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
