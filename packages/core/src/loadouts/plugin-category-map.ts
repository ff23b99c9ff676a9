import { foldName, type ToolCategory } from '@mortise/contracts';

/** Category per plugin name, as the seed lists them. */
export const SEED_PLUGIN_CATEGORIES: readonly (readonly [string, ToolCategory])[] = [
  ['file', 'Filesystem'],
  ['batchEdit', 'Filesystem'],
  ['diff', 'Filesystem'],
  ['notebook', 'Filesystem'],
  ['migration', 'Filesystem'],
  ['git', 'Git'],
  ['github', 'GitHub'],
  ['shell', 'Shell'],
  ['environment', 'Shell'],
  ['clipboard', 'Shell'],
  ['runtime', 'Shell'],
  ['web', 'Web'],
  ['browser', 'Web'],
  ['search', 'Search'],
  ['websearch', 'Search'],
  ['tailscale', 'Network'],
  ['memory', 'Memory'],
  ['tasks', 'Orchestration'],
  ['sessions', 'Orchestration'],
  ['mcp', 'Orchestration'],
  ['mcpEcosystem', 'Orchestration'],
  ['capabilities', 'Orchestration'],
  ['channels', 'Orchestration'],
  ['think', 'Analysis'],
  ['parityDocs', 'Analysis'],
  ['skillParity', 'Analysis'],
  ['benchmark', 'Analysis'],
  ['usage', 'Analysis'],
  ['scheduler', 'Scheduling'],
  ['multimodal', 'Multimodal'],
  ['policy', 'Security'],
  ['encoding', 'Security'],
];

/** Which categories a plugin belongs to when nothing nearer to it says so. A value: extending makes a new one. */
export class PluginCategoryMap {
  readonly #categories: ReadonlyMap<string, readonly string[]>;

  constructor(entries: Iterable<readonly [string, readonly string[]]> = seedEntries()) {
    this.#categories = new Map(
      Array.from(entries, ([name, list]) => [foldName(name), Object.freeze([...list])]),
    );
  }

  categoriesOf(pluginName: string): readonly string[] {
    return this.#categories.get(foldName(pluginName)) ?? [];
  }

  /** What an extension's manifest says replaces what the map said of that name. */
  extend(pluginName: string, categories: readonly string[]): PluginCategoryMap {
    return new PluginCategoryMap([...this.#categories, [pluginName, categories]]);
  }
}

function seedEntries(): (readonly [string, readonly string[]])[] {
  return SEED_PLUGIN_CATEGORIES.map(([name, category]) => [name, [category]]);
}
