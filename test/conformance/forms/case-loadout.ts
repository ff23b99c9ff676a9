import type { ToolCategory, ToolLoadout } from '@mortise/contracts';
import { createLoadout } from '@mortise/core';
import type { CaseData } from '../conformance-case.ts';

/** A loadout in the short spelling of case files. */
export function readCaseLoadout(data: CaseData): ToolLoadout {
  const parent = data.text('parent');
  return createLoadout({
    name: data.text('name') ?? '',
    ...(parent === undefined ? {} : { parent }),
    defaultPlugins: data.texts('plugins'),
    // `createLoadout` itself refuses what is no category.
    includedCategories: data.texts('categories') as readonly ToolCategory[],
    discoverablePatterns: data.texts('discoverable'),
    disabledPlugins: data.texts('disabled'),
  });
}

const FIELD_OF_EXPECTATION: ReadonlyMap<string, keyof ToolLoadout> = new Map([
  ['name', 'name'],
  ['parent', 'parent'],
  ['plugins', 'defaultPlugins'],
  ['categories', 'includedCategories'],
  ['discoverable', 'discoverablePatterns'],
  ['disabled', 'disabledPlugins'],
]);

/** The part of a loadout that an expectation speaks of; a number asks for the length of a list. */
export function describeLoadout(loadout: ToolLoadout, expected: CaseData): object {
  const entries = expected.keys().map((key) => {
    const field = FIELD_OF_EXPECTATION.get(key);
    const value = field === undefined ? undefined : loadout[field];
    const isCount = typeof expected.get(key) === 'number' && Array.isArray(value);
    return [key, isCount ? value.length : value] as const;
  });
  return Object.fromEntries(entries);
}
