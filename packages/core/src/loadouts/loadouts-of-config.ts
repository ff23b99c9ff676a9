import { type Diagnostic, foldName, type HostConfig, MortiseError } from '@mortise/contracts';
import { LoadoutRegistry } from './loadout-registry.ts';
import type { PluginCategoryMap } from './plugin-category-map.ts';

/** The loadouts of a configuration, and what is wrong with them. */
export interface ConfiguredLoadouts {
  readonly loadouts: LoadoutRegistry;
  /**
   * Loadouts that were not taken are errors. References to nothing, unknown parents and circles
   * select nothing and stop nothing else: they are errors in strict mode alone.
   */
  readonly diagnostics: readonly Diagnostic[];
}

type LoadoutSections = Pick<HostConfig, 'loadouts' | 'agents' | 'strict'>;

/** The loadouts of one configuration, on top of the built-ins. Never throws; what is wrong is left out and said. */
export function loadoutsOfConfig(
  config: LoadoutSections,
  categories?: PluginCategoryMap,
): ConfiguredLoadouts {
  const loadouts = new LoadoutRegistry(categories === undefined ? {} : { categories });
  const rejected: Diagnostic[] = [];
  for (const { loadout, path, override } of config.loadouts) {
    try {
      loadouts.register(loadout, { layer: 'project', override });
    } catch (error) {
      if (!MortiseError.is(error)) throw error;
      const { code, message, hint } = error;
      rejected.push({ code, severity: 'error', message, subject: loadout.name, path, hint });
    }
  }
  const severity = config.strict ? 'error' : 'warning';
  const broken = findBroken(config, loadouts).map((each) => ({ ...each, severity }) as const);
  return { loadouts, diagnostics: [...rejected, ...broken] };
}

/** Every broken chain and every reference to nothing, each with the place it was written at. */
function findBroken(config: LoadoutSections, loadouts: LoadoutRegistry): readonly Diagnostic[] {
  const paths = new Map(config.loadouts.map(({ loadout, path }) => [foldName(loadout.name), path]));
  const references = config.agents.flatMap((agent) => agent.loadout ?? []);
  return loadouts.validate(references).map((each) => {
    const own = paths.get(foldName(each.subject));
    // What a chain lacks stands where the loadout names its parent, whichever agent uses it.
    const path = each.path ?? (own === undefined ? undefined : `${own}.parent`);
    return path === undefined ? each : { ...each, path };
  });
}
