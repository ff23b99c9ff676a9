import {
  type AgentConfig,
  type ConfigSelector,
  graverClass,
  REVERSIBILITY_NAMES,
  type Reversibility,
  type ToolClass,
  type ToolEntry,
  type ToolPolicy,
} from '@mortise/contracts';
import type { PolicyWorld } from '../world/policy-world.ts';

/** A layer of the policy with its name. */
export type PolicyLayer = readonly [layer: string, policy: ToolPolicy];

/** The layers that calls of an agent are held to: that of all, its own, and those of the agents above it. */
export function policyLayers(world: PolicyWorld, agent: AgentConfig): readonly PolicyLayer[] {
  const line = [...lineOf(world, agent)].map(
    ({ id, policy }, above): PolicyLayer => [above === 0 ? 'agent' : `parent ${id}`, policy],
  );
  return [['tools', world.inputs.config.policy], ...line];
}

/** The agent and those above it: it may never do what one of them may not. */
function* lineOf(world: PolicyWorld, agent: AgentConfig): Generator<AgentConfig> {
  const seen = new Set<AgentConfig>();
  let next: AgentConfig | undefined = agent;
  while (next !== undefined && !seen.has(next)) {
    seen.add(next);
    yield next;
    next = world.config.parentOf(next);
  }
}

/**
 * How what a tool does can be undone: the gravest that an operator says, in whatever layer. Without that its
 * own hints count if it is trusted; hints of others only make it graver, because they could say anything.
 */
export function classOfTool(
  world: PolicyWorld,
  layers: readonly PolicyLayer[],
  entry: ToolEntry,
): ToolClass {
  const tool = world.index.exact(entry.name);
  const isIn = (selectors: readonly ConfigSelector[] | undefined, layer: string) =>
    selectors !== undefined &&
    tool !== undefined &&
    world.list(selectors, layer).list.matched.has(tool);
  const said = layers.flatMap(([layer, { reversibility }]) =>
    REVERSIBILITY_NAMES.filter((name) => isIn(reversibility?.[name], layer)),
  );
  const [first, ...others] = said;
  if (first !== undefined) return others.reduce<ToolClass>(graverClass, first);
  const isTrusted =
    entry.origin.kind === 'core' ||
    layers.some(([layer, { trustHints }]) => isIn(trustHints, layer));
  const hinted = hintedClass(entry);
  return isTrusted || hinted === 'irreversible' ? (hinted ?? 'unclassified') : 'unclassified';
}

/** In the words of MCP: what is not destructive adds something, here or, unless it says otherwise, in the open. */
function hintedClass({ annotations = {} }: ToolEntry): Reversibility | undefined {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations;
  if (destructiveHint === true) return 'irreversible';
  if (readOnlyHint === true) return 'read_only';
  if (destructiveHint === undefined) return undefined;
  return openWorldHint === false ? 'reversible' : 'external';
}
