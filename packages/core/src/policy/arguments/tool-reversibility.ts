import {
  type ConfigSelector,
  graverClass,
  REVERSIBILITY_NAMES,
  type Reversibility,
  type ToolClass,
  type ToolEntry,
} from '@mortise/contracts';
import type { PolicyWorld } from '../world/policy-world.ts';
import type { PolicyLayer } from './policy-layers.ts';

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
