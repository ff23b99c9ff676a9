import {
  type ConfigReference,
  type Diagnostic,
  foldName,
  MortiseError,
  type ToolLoadout,
} from '@mortise/contracts';
import { type CompiledLoadout, compileLoadout } from './compiled-loadout.ts';
import { walkLoadoutChain } from './loadout-chain.ts';
import { PluginCategoryMap } from './plugin-category-map.ts';
import type { PluginUnit } from './plugin-unit.ts';
import { createLoadout } from './tool-loadout.ts';
import { WELL_KNOWN_LOADOUTS } from './well-known-loadouts.ts';

/** `host`: the built-ins and what the embedder registers. `project`: files and configuration. */
export type LoadoutLayer = 'host' | 'project';

/** Where a loadout comes from. Without it, the host itself registers. */
export interface LoadoutRegistration {
  readonly layer?: LoadoutLayer;
  /** Lets a loadout of the project stand in for one of the host. */
  readonly override?: boolean;
}

/** A plugin by its name, or with categories of its own. */
export type AvailablePlugin = string | PluginUnit;

/** Knows the loadouts of one host and what each selects. Starts with the built-ins. */
export class LoadoutRegistry {
  readonly #categories: PluginCategoryMap;
  readonly #host = new Map<string, ToolLoadout>();
  readonly #project = new Map<string, { loadout: ToolLoadout; override: boolean }>();
  readonly #compiled = new Map<string, CompiledLoadout>();

  constructor(options: { readonly categories?: PluginCategoryMap } = {}) {
    this.#categories = options.categories ?? new PluginCategoryMap();
    for (const loadout of WELL_KNOWN_LOADOUTS) this.#host.set(foldName(loadout.name), loadout);
  }

  /**
   * Takes a copy, in place of one with the same name in the same layer. Throws `loadout_invalid`,
   * and `loadout_shadowed` if the project takes a name of the host without `override`.
   */
  register(loadout: ToolLoadout, options: LoadoutRegistration = {}): void {
    const copy = createLoadout(loadout);
    const folded = foldName(copy.name);
    const override = options.override === true;
    if (options.layer !== 'project') this.#host.set(folded, copy);
    else if (this.#host.has(folded) && !override) {
      throw new MortiseError('loadout_shadowed', `\`${copy.name}\`.`);
    } else this.#project.set(folded, { loadout: copy, override });
    this.#compiled.clear();
  }

  getLoadout(name: string): ToolLoadout | undefined {
    const folded = foldName(name.trim());
    const project = this.#project.get(folded);
    const host = this.#host.get(folded);
    return host === undefined || project?.override === true ? (project?.loadout ?? host) : host;
  }

  /** Host first, then project, each in the order of registration. */
  getAll(): readonly ToolLoadout[] {
    const names = new Set([...this.#host.keys(), ...this.#project.keys()]);
    return [...names].map((name) => this.getLoadout(name)).filter((each) => each !== undefined);
  }

  compile(name: string): CompiledLoadout {
    const folded = foldName(name.trim());
    const known = this.#compiled.get(folded);
    if (known !== undefined) return known;
    const names = () => this.getAll().map((each) => each.name);
    const chain = walkLoadoutChain(name, (each) => this.getLoadout(each), names);
    const compiled = compileLoadout(chain, this.#categories);
    // Unknown names come from outside without bound; only what is registered may be kept.
    if (chain.loadouts.length > 0) this.#compiled.set(folded, compiled);
    return compiled;
  }

  resolveActivePlugins(name: string, available: Iterable<AvailablePlugin>): ReadonlySet<string> {
    const compiled = this.compile(name);
    return select(available, (unit) => compiled.isActive(unit));
  }

  resolveDiscoverablePlugins(
    name: string,
    available: Iterable<AvailablePlugin>,
  ): ReadonlySet<string> {
    const compiled = this.compile(name);
    return select(available, (unit) => compiled.isDiscoverable(unit));
  }

  /** Names from the root to the loadout itself, as registered. */
  chainOf(name: string): readonly string[] {
    return this.compile(name).chain;
  }

  /** Every circle and unknown parent, and every reference to a loadout that is not registered. */
  validate(references: readonly ConfigReference[] = []): readonly Diagnostic[] {
    const unknown = references.flatMap(({ name, path }) =>
      this.getLoadout(name) === undefined
        ? this.compile(name).diagnostics.map((each) => ({ ...each, path }))
        : [],
    );
    const broken = this.getAll().flatMap((loadout) => this.compile(loadout.name).diagnostics);
    return [...unique(broken), ...unknown].map((each) => ({ ...each, severity: 'error' as const }));
  }
}

function select(
  available: Iterable<AvailablePlugin>,
  accepts: (unit: PluginUnit) => boolean,
): ReadonlySet<string> {
  const selected = new Set<string>();
  for (const plugin of available) {
    const unit = typeof plugin === 'string' ? { name: plugin } : plugin;
    if (accepts(unit)) selected.add(unit.name);
  }
  return selected;
}

// A child repeats what is wrong with its parent; one report of it is enough.
function unique(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((each) => [each.message, each])).values()];
}
