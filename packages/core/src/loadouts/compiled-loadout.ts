import { type Diagnostic, foldName, type ToolLoadout } from '@mortise/contracts';
import { compilePatterns } from './loadout-pattern.ts';
import type { PluginCategoryMap } from './plugin-category-map.ts';
import type { PluginUnit } from './plugin-unit.ts';

/** A loadout with its parents, merged into sets: each question costs the same at any size. */
export interface CompiledLoadout {
  /** Root first, as registered. Empty for an unknown loadout. */
  readonly chain: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  isDisabled(unit: PluginUnit): boolean;
  /** Named or of an included category, and not disabled. */
  isActive(unit: PluginUnit): boolean;
  /** Neither active nor disabled, and covered by a pattern. */
  isDiscoverable(unit: PluginUnit): boolean;
  /** What makes it so: `plugin think`, `category Git`, `pattern docker*`. */
  reasonFor(unit: PluginUnit): string | undefined;
}

/** A loadout with its parents, root first, and what was odd on the way. */
export interface LoadoutChain {
  readonly loadouts: readonly ToolLoadout[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Merges a chain, root first. */
export function compileLoadout(chain: LoadoutChain, map: PluginCategoryMap): CompiledLoadout {
  const { loadouts } = chain;
  const disabled = foldedSet(loadouts.flatMap((loadout) => loadout.disabledPlugins));
  const named = foldedSet(loadouts.flatMap((loadout) => loadout.defaultPlugins));
  const included = foldedSet(loadouts.flatMap((loadout) => loadout.includedCategories));
  const patterns = compilePatterns(loadouts.flatMap((loadout) => loadout.discoverablePatterns));

  const isDisabled = (unit: PluginUnit) => disabled.has(foldName(unit.name));
  const activeReason = (unit: PluginUnit): string | undefined => {
    if (isDisabled(unit)) return undefined;
    if (named.has(foldName(unit.name))) return `plugin ${unit.name}`;
    const categories = unit.categories ?? map.categoriesOf(unit.name);
    const category = categories.find((each) => included.has(foldName(each)));
    return category === undefined ? undefined : `category ${category}`;
  };
  const patternReason = (unit: PluginUnit): string | undefined => {
    if (isDisabled(unit) || activeReason(unit) !== undefined) return undefined;
    const pattern = patterns.find(unit.name);
    return pattern === undefined ? undefined : `pattern ${pattern}`;
  };

  return Object.freeze({
    chain: Object.freeze(loadouts.map((loadout) => loadout.name)),
    diagnostics: chain.diagnostics,
    isDisabled,
    isActive: (unit: PluginUnit) => activeReason(unit) !== undefined,
    isDiscoverable: (unit: PluginUnit) => patternReason(unit) !== undefined,
    reasonFor: (unit: PluginUnit) => activeReason(unit) ?? patternReason(unit),
  });
}

function foldedSet(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map(foldName));
}
