import {
  foldName,
  MortiseError,
  TOOL_CATEGORIES,
  type ToolCategory,
  type ToolLoadout,
} from '@mortise/contracts';

/** What a loadout is made from; every list may be left out. */
export type LoadoutParts = Pick<ToolLoadout, 'name'> & Partial<ToolLoadout>;

/**
 * Makes a loadout that nothing can change any more: lists are copied, names trimmed, duplicates
 * folded into their first spelling. Throws `loadout_invalid` for blank names and unknown categories.
 */
export function createLoadout(parts: LoadoutParts): ToolLoadout {
  if (typeof parts !== 'object' || parts === null) throw invalid('A loadout is an object.');
  const { parent } = parts;
  return Object.freeze({
    name: requireLoadoutName(parts.name, 'name'),
    ...(parent === undefined ? {} : { parent: requireLoadoutName(parent, 'parent') }),
    defaultPlugins: names(parts.defaultPlugins, 'defaultPlugins'),
    includedCategories: categories(parts.includedCategories),
    discoverablePatterns: names(parts.discoverablePatterns, 'discoverablePatterns'),
    disabledPlugins: names(parts.disabledPlugins, 'disabledPlugins'),
  });
}

/** Answers the trimmed name, or throws `loadout_invalid` for what is blank or no text at all. */
export function requireLoadoutName(value: unknown, what: string): string {
  const name = typeof value === 'string' ? value.trim() : '';
  if (name === '') throw invalid(`\`${what}\` is blank.`);
  return name;
}

/** The category as it is shown, whatever the case it was written in. */
export function findCategory(text: unknown): ToolCategory | undefined {
  if (typeof text !== 'string') return undefined;
  const folded = foldName(text.trim());
  return TOOL_CATEGORIES.find((category) => foldName(category) === folded);
}

/** Keeps the first spelling of each name. */
export function foldDuplicates(list: readonly string[]): readonly string[] {
  const first = new Map<string, string>();
  for (const name of list) {
    const folded = foldName(name);
    if (!first.has(folded)) first.set(folded, name);
  }
  return Object.freeze([...first.values()]);
}

function names(list: readonly string[] | undefined, what: string): readonly string[] {
  if (list === undefined) return Object.freeze([]);
  if (!Array.isArray(list)) throw invalid(`\`${what}\` is not a list.`);
  return foldDuplicates(list.map((name) => requireLoadoutName(name, what)));
}

function categories(list: readonly ToolCategory[] | undefined): readonly ToolCategory[] {
  const found = new Set<ToolCategory>();
  for (const text of names(list, 'includedCategories')) {
    const category = findCategory(text);
    if (category === undefined) throw invalid(`There is no category \`${text}\`.`);
    found.add(category);
  }
  return Object.freeze([...found]);
}

function invalid(detail: string): MortiseError {
  return new MortiseError('loadout_invalid', detail);
}
