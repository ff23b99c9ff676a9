import { Type } from '@sinclair/typebox';
import { reference, texts, valueOr, type WrittenKeys } from './config-key.ts';

/** One loadout, in the spellings of its seed and in short. */
export const LOADOUT_KEYS = {
  parent: reference(['parent', 'extends'], 'The loadout this one adds to.'),
  defaultPlugins: texts(
    ['plugins', 'defaultPlugins'],
    'Extensions and toolsets it selects by name.',
  ),
  includedCategories: texts(
    ['categories', 'includeCategories', 'includedCategories'],
    'Categories it selects as a whole.',
  ),
  discoverablePatterns: texts(
    ['discoverable', 'discoverablePatterns'],
    'What may be loaded on request: `name`, `prefix*` or `*`.',
  ),
  disabledPlugins: texts(
    ['disabled', 'disabledPlugins'],
    'What is never selected, here or in a child.',
  ),
  override: valueOr(
    ['override'],
    Type.Boolean({ description: 'Takes the place of a built-in loadout of the same name.' }),
    false,
  ),
};

export interface LoadoutBody extends WrittenKeys<typeof LOADOUT_KEYS> {}
