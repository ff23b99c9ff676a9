import { type Diagnostic, type HostConfig, MortiseError } from '@mortise/contracts';
import { LoadoutRegistry } from './loadout-registry.ts';
import type { PluginCategoryMap } from './plugin-category-map.ts';

/** The loadouts of a configuration, and what is wrong with them. */
export interface ConfiguredLoadouts {
  readonly loadouts: LoadoutRegistry;
  /** Errors: loadouts that were not taken, broken chains, references to nothing. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The loadouts of one configuration, on top of the built-ins. Never throws; what is wrong is left out and said. */
export function loadoutsOfConfig(
  config: Pick<HostConfig, 'loadouts' | 'agents'>,
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
  const references = config.agents.flatMap((agent) => agent.loadout ?? []);
  return { loadouts, diagnostics: [...rejected, ...loadouts.validate(references)] };
}
