import { type Diagnostic, didYouMean, foldName, type ToolLoadout } from '@mortise/contracts';
import { createLoadout, findCategory, type LoadoutParts } from '@mortise/core';
import { createConfigDocument } from './config-document.ts';
import { ConfigFindings } from './config-findings.ts';
import type { ConfigNode, MapNode } from './config-node.ts';
import { joinIndex } from './config-path.ts';
import { readYaml } from './read-yaml.ts';

/** How a loadout file is read. */
export interface LoadoutFileOptions {
  /** Unknown keys and categories make the file unusable instead of being left out. */
  readonly strict: boolean;
  readonly fileName: string;
}

/** What a loadout file holds. */
export interface LoadoutFile {
  /** Absent if the file cannot be used; the diagnostics say why. */
  readonly loadout?: ToolLoadout;
  /** Asks to stand in for a built-in of the same name. */
  readonly override: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

type ListField =
  | 'defaultPlugins'
  | 'includedCategories'
  | 'discoverablePatterns'
  | 'disabledPlugins';

/** The seed's key of each field, the name of the field, and the short spelling of the configuration. */
const LIST_KEYS: ReadonlyMap<string, ListField> = new Map([
  ['includeplugins', 'defaultPlugins'],
  ['defaultplugins', 'defaultPlugins'],
  ['plugins', 'defaultPlugins'],
  ['includecategories', 'includedCategories'],
  ['includedcategories', 'includedCategories'],
  ['categories', 'includedCategories'],
  ['discoverablepatterns', 'discoverablePatterns'],
  ['discoverable', 'discoverablePatterns'],
  ['excludeplugins', 'disabledPlugins'],
  ['disabledplugins', 'disabledPlugins'],
  ['disabled', 'disabledPlugins'],
]);

const SHOWN_KEYS: readonly string[] = [
  'name',
  'parent',
  'includePlugins',
  'includeCategories',
  'discoverablePatterns',
  'excludePlugins',
  'override',
];

/** Reads one loadout from YAML. Never throws; what is wrong is told with its line. */
export function parseLoadoutYaml(text: string, options: LoadoutFileOptions): LoadoutFile {
  const faults = new ConfigFindings();
  const remarks = new ConfigFindings();
  const root = readYaml(text, faults);
  const reader = new LoadoutReader(faults, remarks);
  const parts = root === undefined ? undefined : reader.read(root);
  const document = createConfigDocument(options.fileName, root);
  const notes = remarks.toDiagnostics(document);
  const diagnostics = [
    ...faults.toDiagnostics(document),
    ...(options.strict ? notes : notes.map((each) => ({ ...each, severity: 'warning' as const }))),
  ];
  const isUsable = faults.isEmpty && (remarks.isEmpty || !options.strict);
  if (!isUsable || parts === undefined) return { override: false, diagnostics };
  return { loadout: createLoadout(parts), override: reader.override, diagnostics };
}

class LoadoutReader {
  readonly #faults: ConfigFindings;
  readonly #remarks: ConfigFindings;
  override = false;

  constructor(faults: ConfigFindings, remarks: ConfigFindings) {
    this.#faults = faults;
    this.#remarks = remarks;
  }

  read(root: ConfigNode): LoadoutParts | undefined {
    if (root.kind !== 'map') {
      this.#refuse('', 'a loadout file is a map with at least a `name`.');
      return undefined;
    }
    const lists = new Map<ListField, readonly string[]>();
    for (const [key, { node }] of root.entries) {
      const field = LIST_KEYS.get(foldName(key));
      if (field !== undefined) lists.set(field, this.#readList(node, key, field));
      else if (key === 'override') this.override = this.#readSwitch(node);
      else if (key !== 'name' && key !== 'parent') this.#reportKey(key);
    }
    const name = this.#readName(root, 'name');
    const parent = root.entries.has('parent') ? this.#readName(root, 'parent') : undefined;
    return {
      name: name ?? '',
      ...(parent === undefined ? {} : { parent }),
      ...Object.fromEntries(lists),
    };
  }

  #readName(root: MapNode, key: 'name' | 'parent'): string | undefined {
    const node = root.entries.get(key)?.node;
    if (node?.kind === 'scalar' && typeof node.value === 'string' && node.value.trim() !== '') {
      return node.value;
    }
    this.#refuse(key, 'a name that is not blank belongs here.');
    return undefined;
  }

  #readList(node: ConfigNode, key: string, field: ListField): readonly string[] {
    if (node.kind === 'scalar' && node.value === null) return [];
    if (node.kind !== 'list') {
      this.#refuse(key, 'a list of names belongs here.');
      return [];
    }
    return node.items.flatMap((item, index) => {
      const path = joinIndex(key, index);
      const isName = item.kind === 'scalar' && typeof item.value === 'string';
      if (!isName || String(item.value).trim() === '') {
        this.#refuse(path, 'a name that is not blank belongs here.');
        return [];
      }
      const name = String(item.value);
      return field === 'includedCategories' ? this.#readCategory(name, path) : [name];
    });
  }

  #readCategory(name: string, path: string): readonly string[] {
    const category = findCategory(name);
    if (category !== undefined) return [category];
    const message = `there is no category \`${name}\`.`;
    this.#remarks.report({ code: 'unknown_category', path, subject: name, message });
    return [];
  }

  #readSwitch(node: ConfigNode): boolean {
    if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value;
    this.#refuse('override', '`true` or `false` belongs here.');
    return false;
  }

  #reportKey(key: string): void {
    const message = `a loadout has no key \`${key}\`${didYouMean(key, SHOWN_KEYS)}.`;
    this.#remarks.report({ code: 'unknown_key', path: key, subject: key, message });
  }

  #refuse(path: string, message: string): void {
    this.#faults.report({ code: 'config_invalid', path, message, isFatalForPath: true });
  }
}
