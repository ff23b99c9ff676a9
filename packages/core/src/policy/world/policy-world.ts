import type {
  ConfigSelector,
  ConfiguredTool,
  Diagnostic,
  HostConfig,
  RegistrySnapshot,
} from '@mortise/contracts';
import type { LoadoutRegistry } from '../../loadouts/loadout-registry.ts';
import { PluginCategoryMap } from '../../loadouts/plugin-category-map.ts';
import type { CheckedList } from '../selectors/checked-list.ts';
import { ConfigIndex } from '../selectors/config-index.ts';
import { type ConfiguredList, expandConfigured } from '../selectors/configured-list.ts';
import { isInCircle, SelectorCompiler, type SelectorRole } from '../selectors/selector-compiler.ts';
import { diagnoseList } from '../selectors/selector-diagnostics.ts';
import { compileList } from '../selectors/selector-list.ts';
import { ToolIndex } from '../selectors/tool-index.ts';
import { policyDiagnostic } from './policy-diagnostic.ts';
import { entryData, hashWorld } from './policy-hash.ts';

/** What a resolver decides from, besides the request. None of it may change once it is passed in. */
export interface PolicyInputs {
  readonly snapshot: RegistrySnapshot;
  readonly config: HostConfig;
  /** The loadouts of this configuration; see `loadoutsOfConfig`. */
  readonly loadouts: LoadoutRegistry;
  readonly categories?: PluginCategoryMap;
}

/**
 * One registry revision and one configuration, compiled as far as no agent is involved.
 * Lists are compiled once, by identity: the thousand agents that share a global list share its set.
 */
export class PolicyWorld {
  readonly inputs: PolicyInputs;
  readonly index: ToolIndex;
  readonly config: ConfigIndex;
  readonly selectors: SelectorCompiler;
  #digest: string | undefined;
  #groupDiagnostics: readonly Diagnostic[] | undefined;
  readonly #lists = new WeakMap<readonly ConfigSelector[], Map<SelectorRole, CheckedList>>();
  readonly #configured = new WeakMap<readonly ConfiguredTool[], ConfiguredList>();
  readonly #derived = new Map<unknown, WeakMap<object, object>>();

  constructor(inputs: PolicyInputs, index?: ToolIndex) {
    this.inputs = inputs;
    this.index =
      index ?? new ToolIndex(inputs.snapshot, inputs.categories ?? new PluginCategoryMap());
    this.config = new ConfigIndex(inputs.config);
    this.selectors = new SelectorCompiler(this.index, this.config);
  }

  list(
    selectors: readonly ConfigSelector[],
    layer: string,
    role: SelectorRole = 'tools',
  ): CheckedList {
    const known = this.#lists.get(selectors) ?? new Map<SelectorRole, CheckedList>();
    this.#lists.set(selectors, known);
    const checked = known.get(role) ?? this.#compile(selectors, role, layer);
    known.set(role, checked);
    return checked;
  }

  /** Static tools, defaults and toolkits take the same entries as every other list. */
  configured(tools: readonly ConfiguredTool[], layer: string): ConfiguredList {
    const known = this.#configured.get(tools);
    if (known !== undefined) return known;
    const selectors = tools.map(({ name: text, path }) => ({ text, path }));
    const expanded = expandConfigured(tools, this.#compile(selectors, 'tools', layer), this.index);
    this.#configured.set(tools, expanded);
    return expanded;
  }

  /**
   * What `make` makes of a part of the configuration, once for all agents. `make` is a function of a
   * module, not one made on the way: it is the key under which its results are kept.
   */
  derive<Part extends object, Made extends object>(
    part: Part,
    make: (world: PolicyWorld, part: Part) => Made,
  ): Made {
    const made = this.#derived.get(make) ?? new WeakMap<object, object>();
    this.#derived.set(make, made);
    const known = made.get(part) ?? make(this, part);
    made.set(part, known);
    // Only `make` ever wrote under its own key.
    return known as Made;
  }

  /** Groups belong to no agent: what is odd in one is odd for all. */
  groupDiagnostics(): readonly Diagnostic[] {
    this.#groupDiagnostics ??= [...this.config.groups()].flatMap((group) => {
      const { name: subject, path, selectors } = group;
      const layer = `group ${subject}`;
      const circle = isInCircle(group, this.selectors)
        ? [policyDiagnostic('group_cycle', { subject, path, layer })]
        : [];
      return [...this.list(selectors, layer).diagnostics, ...circle];
    });
    return this.#groupDiagnostics;
  }

  /** Over what all agents share; see `hashPolicy`. */
  digest(): string {
    const { index } = this;
    this.#digest ??= hashWorld(
      index.all.map((tool) => entryData(index.entryOf(tool), index.categoriesOf(tool))),
      this.inputs.config,
    );
    return this.#digest;
  }

  #compile(selectors: readonly ConfigSelector[], role: SelectorRole, layer: string): CheckedList {
    const { index, config, selectors: compiler } = this;
    const list = compileList(selectors, { compiler, role, size: index.size });
    return { list, diagnostics: diagnoseList(list, { index, config, layer }) };
  }
}
