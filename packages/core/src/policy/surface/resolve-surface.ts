import {
  AGENT_KEYS,
  type Diagnostic,
  entryKind,
  keyPath,
  type ToolEntry,
} from '@mortise/contracts';
import { skippedDiagnostics } from '../../registry/skipped-diagnostic.ts';
import type { PlannedToolkit } from '../exposure/compiled-toolkit.ts';
import type { MeasureTokens } from '../exposure/estimate-tokens.ts';
import { collectExposed, type ExposedTools } from '../exposure/exposed-tools.ts';
import { type Exposure, exposureLookup, NO_OVERRIDES } from '../exposure/exposure.ts';
import { fitBudget } from '../exposure/fit-budget.ts';
import type { ToolIndex } from '../selectors/tool-index.ts';
import { ToolSet } from '../selectors/tool-set.ts';
import { policyDiagnostic } from '../world/policy-diagnostic.ts';
import { hashSurface } from '../world/policy-hash.ts';
import type { SessionState } from '../world/request-shape.ts';
import { type ActiveToolkits, activateToolkits } from './activate-toolkits.ts';
import type { CompiledPolicy } from './compile-policy.ts';
import { isOffered } from './decide-state.ts';

/** Phases 5 to 8 for one state of a session: what a surface is made from and explained with. */
export interface Resolution {
  readonly policy: CompiledPolicy;
  readonly state: SessionState;
  readonly toolkits: ActiveToolkits;
  /** Before phases 7 and 8. */
  readonly exposed: ExposedTools;
  readonly unavailable: ToolSet;
  readonly budget: BudgetOutcome | undefined;
  /** Of every kind. */
  readonly active: readonly ToolEntry[];
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
  const { world } = policy;
  const toolkits = activateToolkits(policy, state.loadedToolkits);
  const exposures = [...allExposures(policy, toolkits, state)];
  const exposed = collectExposed(policy.permittedTools, exposures);
  const unavailable = findUnavailable(policy, state.unavailable ?? []);
  const available = exposed.order.filter((tool) => !unavailable.has(tool));
  const budget = applyBudget(policy, available, measure);
  const offered = available.filter((tool) => isOffered({ unavailable, budget }, tool));
  const overBudget = [...(budget?.dropped ?? [])].map((tool) => world.index.entryOf(tool).name);
  return Object.freeze({
    policy,
    state,
    toolkits,
    exposed,
    unavailable,
    budget,
    active: Object.freeze(offered.map((tool) => world.index.entryOf(tool))),
    exposuresOf: exposureLookup(exposures),
    diagnostics: Object.freeze([
      ...skippedDiagnostics(world.inputs.snapshot.skipped),
      ...world.groupDiagnostics(),
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
    if (tool === undefined) continue;
    const place = toolkit.kind === 'configured' ? { path } : {};
    yield { tools: [tool], source, ...place, overrides };
  }
}

function findUnavailable(policy: CompiledPolicy, texts: readonly string[]): ToolSet {
  const { selectors, index } = policy.world;
  return ToolSet.of(
    index.size,
    texts.flatMap((text) => selectors.compile(text).matches),
  );
}

function applyBudget(
  policy: CompiledPolicy,
  available: readonly number[],
  measure: MeasureTokens,
): BudgetOutcome | undefined {
  const limit = policy.agent.toolTokenBudget;
  if (limit === undefined) return undefined;
  const { index } = policy.world;
  const { alwaysIncluded } = index.sets;
  const candidates = available
    .filter((tool) => entryKind(index.entryOf(tool).name) === 'tool')
    .map((tool) => ({ tool, entry: index.entryOf(tool), isKept: index.isControlPlane(tool) }))
    // Listed last, but declared to be always there: worth more than what a model loaded.
    .sort((a, b) => Number(alwaysIncluded.has(b.tool)) - Number(alwaysIncluded.has(a.tool)));
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
      path: keyPath(AGENT_KEYS, agent, 'toolTokenBudget'),
      layer: 'agent',
      detail,
    }),
  ];
}
