import {
  foldName,
  type RegistrySnapshot,
  type ToolEntry,
  type ToolOrigin,
} from '@mortise/contracts';
import type { PluginCategoryMap } from '../../loadouts/plugin-category-map.ts';
import { type PluginUnit, pluginOf } from '../../loadouts/plugin-unit.ts';
import { CONTROL_PLANE_NAMES } from './control-plane-names.ts';
import { ResourceIndex } from './resource-index.ts';
import { ToolSet } from './tool-set.ts';

type Tools = readonly number[];
const NONE: Tools = Object.freeze([]);

/** Tools by what no selector asks for. */
export interface ToolIndexSets {
  readonly all: ToolSet;
  readonly none: ToolSet;
  readonly optional: ToolSet;
  readonly sharedOnly: ToolSet;
  /** Core tools only: an extension cannot put itself in front of a model. */
  readonly alwaysIncluded: ToolSet;
  /** Core tools only: an extension that takes such a name gets none of their privileges. */
  readonly controlPlane: ToolSet;
}

/** One may stand for every tool: together at most some 10 MB for 10,000 tools. */
const KEPT_PREFIXES = 128;

/**
 * The tools of one registry revision by everything a selector can ask for.
 * A tool is its place in `snapshot.entries`; all names are folded except in `exact`.
 */
export class ToolIndex {
  readonly snapshot: RegistrySnapshot;
  readonly categories: PluginCategoryMap;
  readonly all: Tools;
  readonly #exact = new Map<string, number>();
  readonly #named = new Map<string, number>();
  readonly #extensions = new Map<string, number[]>();
  readonly #reserved = new Set<string>();
  readonly #servers = new Map<string, number[]>();
  readonly #toolsets = new Map<string, number[]>();
  readonly #kinds = new Map<ToolOrigin['kind'], number[]>();
  /** Lists of many agents have the same prefixes. */
  readonly #prefixes = new Map<string, Tools>();
  #resources: ResourceIndex | undefined;
  #sets: ToolIndexSets | undefined;
  #units: readonly PluginUnit[] | undefined;
  #byUnit: ReadonlyMap<string, Tools> | undefined;
  #categories: ReadonlyMap<string, Tools> | undefined;
  #sortedNames: readonly string[] | undefined;

  constructor(snapshot: RegistrySnapshot, categories: PluginCategoryMap) {
    this.snapshot = snapshot;
    this.categories = categories;
    this.all = Object.freeze(snapshot.entries.map((_, tool) => tool));
    for (const [tool, entry] of snapshot.entries.entries()) this.#add(tool, entry);
    for (const { id, toolNames } of snapshot.extensions) {
      listAt(this.#extensions, foldName(id));
      for (const name of toolNames) this.#reserved.add(foldName(name));
    }
  }

  get size(): number {
    return this.all.length;
  }

  entryOf(tool: number): ToolEntry {
    const entry = this.snapshot.entries[tool];
    if (entry === undefined) throw new RangeError(`There is no tool at place ${tool}.`);
    return entry;
  }

  /** Made when it is first asked for. */
  get resources(): ResourceIndex {
    this.#resources ??= new ResourceIndex(this.snapshot.entries);
    return this.#resources;
  }

  /** By the name a model would use. */
  exact(name: string): number | undefined {
    return this.#exact.get(name);
  }

  /** By folded name or alias. */
  named(folded: string): number | undefined {
    return this.#named.get(folded);
  }

  /** Whether a name is kept for a tool of an extension, which may be down now. */
  isReserved(folded: string): boolean {
    return this.#reserved.has(folded);
  }

  /** `undefined` if there is no such extension; empty if it is down or its tools lost their names. */
  ofExtension(folded: string): Tools | undefined {
    return this.#extensions.get(folded);
  }

  ofServer(folded: string): Tools | undefined {
    return this.#servers.get(folded);
  }

  ofToolset(folded: string): Tools {
    return this.#toolsets.get(folded) ?? NONE;
  }

  ofCategory(folded: string): Tools {
    this.#categories ??= this.#sortByCategory();
    return this.#categories.get(folded) ?? NONE;
  }

  ofKind(kind: ToolOrigin['kind']): Tools {
    return this.#kinds.get(kind) ?? NONE;
  }

  /** Every tool one of whose names starts so. */
  withPrefix(folded: string): Tools {
    const known = this.#prefixes.get(folded);
    if (known !== undefined) return known;
    const tools = this.#findPrefix(folded);
    if (this.#prefixes.size >= KEPT_PREFIXES) this.#prefixes.clear();
    this.#prefixes.set(folded, tools);
    return tools;
  }

  #findPrefix(folded: string): Tools {
    const names = this.#names();
    const tools = new Set<number>();
    for (let at = lowerBound(names, folded); names[at]?.startsWith(folded) === true; at += 1) {
      const tool = this.#named.get(names[at] ?? '');
      if (tool !== undefined) tools.add(tool);
    }
    return [...tools].sort((a, b) => a - b);
  }

  /** What a loadout selects, per tool. */
  unitOf(tool: number): PluginUnit {
    this.#units ??= this.snapshot.entries.map(pluginOf);
    return this.#units[tool] ?? pluginOf(this.entryOf(tool));
  }

  /** The tools of a plugin, by its folded name. */
  ofUnit(folded: string): Tools {
    this.#byUnit ??= Map.groupBy(this.all, (tool) => foldName(this.unitOf(tool).name));
    return this.#byUnit.get(folded) ?? NONE;
  }

  /** Own category first, then the category map. */
  categoriesOf(tool: number): readonly string[] {
    const unit = this.unitOf(tool);
    return unit.categories ?? this.categories.categoriesOf(unit.name);
  }

  get sets(): ToolIndexSets {
    this.#sets ??= this.#makeSets();
    return this.#sets;
  }

  isControlPlane(tool: number): boolean {
    return this.sets.controlPlane.has(tool);
  }

  /** What an operator may have meant. */
  *spellings(): Generator<string> {
    yield* this.#named.keys();
    yield* this.#extensions.keys();
  }

  *qualifiedSpellings(): Generator<string> {
    for (const id of this.#extensions.keys()) yield `plugin:${id}`;
    for (const server of this.#servers.keys()) yield `mcp:${server}`;
    for (const toolset of this.#toolsets.keys()) yield `toolset:${toolset}`;
    this.#categories ??= this.#sortByCategory();
    for (const category of this.#categories.keys()) yield `category:${category}`;
  }

  #add(tool: number, entry: ToolEntry): void {
    this.#exact.set(entry.name, tool);
    for (const name of [entry.name, ...entry.aliases]) this.#named.set(foldName(name), tool);
    listAt(this.#kinds, entry.origin.kind).push(tool);
    if (entry.toolset !== undefined) listAt(this.#toolsets, foldName(entry.toolset)).push(tool);
    if (entry.origin.kind === 'extension') {
      listAt(this.#extensions, foldName(entry.origin.id)).push(tool);
    } else if (entry.origin.kind === 'mcp') {
      listAt(this.#servers, foldName(entry.origin.server)).push(tool);
    }
  }

  #makeSets(): ToolIndexSets {
    const { size, all } = this;
    const where = (accepts: (entry: ToolEntry) => boolean) =>
      ToolSet.of(
        size,
        all.filter((tool) => accepts(this.entryOf(tool))),
      );
    return Object.freeze({
      all: ToolSet.of(size, all),
      none: ToolSet.of(size, NONE),
      optional: where(({ isOptional }) => isOptional),
      sharedOnly: where(({ sharedOnly }) => sharedOnly === true),
      alwaysIncluded: where(
        ({ alwaysInclude, origin }) => alwaysInclude === true && origin.kind === 'core',
      ),
      controlPlane: where(
        ({ name, origin }) => origin.kind === 'core' && CONTROL_PLANE_NAMES.includes(name),
      ),
    });
  }

  #names(): readonly string[] {
    this.#sortedNames ??= [...this.#named.keys()].sort();
    return this.#sortedNames;
  }

  #sortByCategory(): ReadonlyMap<string, Tools> {
    const sorted = new Map<string, number[]>();
    for (const tool of this.all) {
      const folded = new Set(this.categoriesOf(tool).map(foldName));
      for (const category of folded) listAt(sorted, category).push(tool);
    }
    return sorted;
  }
}

function listAt<Key>(lists: Map<Key, number[]>, key: Key): number[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const made: number[] = [];
  lists.set(key, made);
  return made;
}

function lowerBound(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
