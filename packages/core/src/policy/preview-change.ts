import type { AccessLayer, ToolEntry, ToolPolicy, ToolState } from '@mortise/contracts';
import { ACCESS_KEYS, keyPath } from '@mortise/contracts';
import { summariseRules } from './explain/argument-steps.ts';
import type { MeasureTokens } from './exposure/estimate-tokens.ts';
import { decideState } from './surface/decide-state.ts';
import type { Resolution } from './surface/resolve-surface.ts';
import type { PolicyWorld } from './world/policy-world.ts';

/** What a change of configuration or registry does: to each agent, and to the lists themselves. */
export interface ChangePreview {
  /** Every agent of either side, changed or not, in the order of the configuration after the change. */
  readonly agents: readonly AgentPreview[];
  /** Allow lists that are read in another way than before, in the order of the configuration. */
  readonly modes: readonly ListModeChange[];
}

/** One agent as a new session of it would find its tools. */
export interface AgentPreview {
  readonly agentId: string;
  /** Became active. */
  readonly appears: readonly PreviewedTool[];
  /** Was active. */
  readonly disappears: readonly PreviewedTool[];
  /** Active tools after the change, and the estimated tokens of their definitions. */
  readonly activeCount: number;
  readonly activeTokens: number;
  /** Active tools whose rules on arguments differ, each as one line; absent if none does. */
  readonly rules?: readonly RuleDifference[];
}

export interface RuleDifference {
  readonly tool: string;
  readonly before: string;
  readonly after: string;
}

export interface PreviewedTool {
  readonly tool: string;
  readonly tokens: number;
  /** `absent` if it is not registered on that side. */
  readonly before: ToolState | 'absent';
  readonly after: ToolState | 'absent';
}

/** An allow list is absent, or a ceiling, or (naming extensions only) an opt-in. */
export type ListMode = 'none' | 'ceiling' | 'opt-in';

export interface ListModeChange {
  /** Config path of the list. */
  readonly path: string;
  readonly before: ListMode;
  readonly after: ListMode;
}

export interface PreviewSide {
  readonly world: PolicyWorld;
  /** Where an agent stands; `undefined` if the configuration of this side does not have it. */
  resolve(agentId: string): Resolution | undefined;
  /** Of all that decides for an agent, without resolving it. */
  hashOf(agentId: string): string | undefined;
}

export function previewChange(
  before: PreviewSide,
  after: PreviewSide,
  measure: MeasureTokens,
): ChangePreview {
  const agents = [...previewAgents(before, after, measure)];
  return { agents, modes: changedModes(before.world, after.world) };
}

/**
 * The same of those agents alone for whom something that decides differs: of thousands, a change of a
 * configuration concerns few.
 */
export function previewAffected(
  before: PreviewSide,
  after: PreviewSide,
  measure: MeasureTokens,
): ChangePreview {
  const tokensOf = rememberTokens(measure);
  const hasOtherTools = before.world.inputs.snapshot !== after.world.inputs.snapshot;
  const agents = [...allAgents(before, after)]
    .filter((agentId) => hasOtherTools || before.hashOf(agentId) !== after.hashOf(agentId))
    .map((id) => previewAgent(id, [before.resolve(id), after.resolve(id)], tokensOf));
  return { agents, modes: changedModes(before.world, after.world) };
}

/** The same, agent by agent: of thousands, each takes its time, and a caller may give way in between. */
export function* previewAgents(
  before: PreviewSide,
  after: PreviewSide,
  measure: MeasureTokens,
): Generator<AgentPreview> {
  const tokensOf = rememberTokens(measure);
  for (const agentId of allAgents(before, after)) {
    yield previewAgent(agentId, [before.resolve(agentId), after.resolve(agentId)], tokensOf);
  }
}

function allAgents(before: PreviewSide, after: PreviewSide): ReadonlySet<string> {
  return new Set([...agentIds(after.world), ...agentIds(before.world)]);
}

function agentIds({ inputs }: PolicyWorld): readonly string[] {
  return inputs.config.agents.map(({ id }) => id);
}

type TokensOf = (entry: ToolEntry | undefined) => number;

/** Many agents share their tools; a definition is measured once. */
function rememberTokens(measure: MeasureTokens): TokensOf {
  const known = new Map<ToolEntry, number>();
  return (entry) => {
    if (entry === undefined) return 0;
    const tokens = known.get(entry) ?? measure(entry);
    known.set(entry, tokens);
    return tokens;
  };
}

type Sides = readonly [before: Resolution | undefined, after: Resolution | undefined];

function previewAgent(agentId: string, [before, after]: Sides, tokensOf: TokensOf): AgentPreview {
  const entryOf = (tool: string) => findEntry(after, tool) ?? findEntry(before, tool);
  const changed = differences(before, after).map((each) => ({
    ...each,
    tokens: tokensOf(entryOf(each.tool)),
  }));
  const active = after?.active ?? [];
  const rules = changedRules(before, after);
  return {
    agentId,
    appears: changed.filter((each) => each.after === 'active'),
    disappears: changed.filter((each) => each.before === 'active'),
    activeCount: active.length,
    activeTokens: active.reduce((sum, entry) => sum + tokensOf(entry), 0),
    ...(rules.length === 0 ? {} : { rules }),
  };
}

/** Of the tools that are active after the change and were registered before it. */
function changedRules(
  before: Resolution | undefined,
  after: Resolution | undefined,
): readonly RuleDifference[] {
  const [old, fresh] = [before?.policy.argumentRules, after?.policy.argumentRules];
  if (before === undefined || after === undefined || (old === undefined && fresh === undefined)) {
    return [];
  }
  return after.active.flatMap((entry) => {
    const tool = entry.name;
    const change = {
      tool,
      before: summariseRules(old, entry),
      after: summariseRules(fresh, entry),
    };
    return change.before === change.after ? [] : [change];
  });
}

type Difference = Omit<PreviewedTool, 'tokens'>;

/** From what is active alone: of thousands of tools for thousands of agents, few are. */
function differences(
  before: Resolution | undefined,
  after: Resolution | undefined,
): readonly Difference[] {
  const [old, fresh] = [before, after].map(
    (side) => new Set((side?.active ?? []).map(({ name }) => name)),
  );
  const come = [...(fresh ?? [])].filter((tool) => old?.has(tool) !== true);
  const gone = [...(old ?? [])].filter((tool) => fresh?.has(tool) !== true);
  return [
    ...come.map((tool) => ({ tool, before: stateOf(before, tool), after: 'active' }) as const),
    ...gone.map((tool) => ({ tool, before: 'active', after: stateOf(after, tool) }) as const),
  ];
}

/** An agent that comes or goes has its tools on one side only. */
function stateOf(resolution: Resolution | undefined, name: string): ToolState | 'absent' {
  const tool = resolution?.policy.world.index.exact(name);
  if (resolution === undefined || tool === undefined) return 'absent';
  return decideState(resolution, tool);
}

function findEntry(resolution: Resolution | undefined, name: string): ToolEntry | undefined {
  const index = resolution?.policy.world.index;
  const tool = index?.exact(name);
  return tool === undefined ? undefined : index?.entryOf(tool);
}

export function changedModes(before: PolicyWorld, after: PolicyWorld): readonly ListModeChange[] {
  const [old, fresh] = [listModes(before), listModes(after)];
  return [...new Set([...fresh.keys(), ...old.keys()])].flatMap((path) => {
    const change = { path, before: old.get(path) ?? 'none', after: fresh.get(path) ?? 'none' };
    return change.before === change.after ? [] : [change as ListModeChange];
  });
}

/** By config path, of every allow list that there is, in force for a request or not. */
function listModes(world: PolicyWorld): ReadonlyMap<string, ListMode> {
  const { policy, agents } = world.inputs.config;
  const layers = [policy, ...agents.map((agent) => agent.policy)].flatMap(layersOf);
  return new Map(
    layers.flatMap((layer) => {
      if (layer.allow === undefined) return [];
      const { list } = world.list(layer.allow, layer.path);
      const mode = list.isExtensionOnly ? 'opt-in' : 'ceiling';
      return [[keyPath(ACCESS_KEYS, layer, 'allow'), mode] as const];
    }),
  );
}

function layersOf(policy: ToolPolicy): readonly AccessLayer[] {
  return [policy, ...policy.byProvider, ...(policy.sandbox === undefined ? [] : [policy.sandbox])];
}
