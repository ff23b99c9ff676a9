import {
  didYouMean,
  foldName,
  type LoadoutConfig,
  TOOL_CATEGORIES,
  type ToolCategory,
} from '@mortise/contracts';
import { checkName, checkUniqueNames } from './check-name.ts';
import { joinIndex, joinKey } from './config-path.ts';
import type { ConfigReading } from './config-reading.ts';
import type { ConfigFile } from './config-schema.ts';
import { pickSpelling } from './pick-spelling.ts';
import { readReference, readSelectors } from './read-selectors.ts';

type Loadouts = NonNullable<ConfigFile['loadouts']>;
type LoadoutBody = Exclude<Loadouts, readonly unknown[]>[string];

interface WrittenLoadout {
  readonly name: string;
  readonly path: string;
  readonly body: LoadoutBody;
}

/** Loadouts from a list or a map, in the form the core registers. Parents are checked there. */
export function normaliseLoadouts(
  loadouts: Loadouts,
  reading: ConfigReading,
): readonly LoadoutConfig[] {
  const written: readonly WrittenLoadout[] = Array.isArray(loadouts)
    ? loadouts.map((body, index) => ({ name: body.name, path: joinIndex('loadouts', index), body }))
    : Object.entries(loadouts).map(([name, body]) => ({
        name,
        path: joinKey('loadouts', name),
        body,
      }));
  checkUniqueNames(written, reading);
  return written.map((loadout) => normaliseLoadout(loadout, reading));
}

function normaliseLoadout(
  { name, path, body }: WrittenLoadout,
  reading: ConfigReading,
): LoadoutConfig {
  checkName(name, path, reading);
  const place = { path, reading };
  const textsOf = (...keys: readonly ListKey[]) => {
    const picked = pickSpelling<LoadoutBody, ListKey>(body, keys, place);
    return picked ? readSelectors(picked.value, picked.path, reading) : [];
  };
  const parent = pickSpelling(body, ['parent', 'extends'], place);
  const categories = textsOf('categories', 'includeCategories', 'includedCategories');
  return {
    path,
    override: body.override ?? false,
    loadout: {
      name,
      ...(parent && { parent: readReference(parent.value, parent.path, reading).name }),
      defaultPlugins: textsOf('plugins', 'defaultPlugins').map(({ text }) => text),
      includedCategories: categories.flatMap((entry) => readCategory(entry, reading)),
      discoverablePatterns: textsOf('discoverable', 'discoverablePatterns').map(({ text }) => text),
      disabledPlugins: textsOf('disabled', 'disabledPlugins').map(({ text }) => text),
    },
  };
}

type ListKey = Exclude<keyof LoadoutBody, 'parent' | 'extends' | 'override'>;

function readCategory(
  entry: { readonly text: string; readonly path: string },
  reading: ConfigReading,
): readonly ToolCategory[] {
  const known = TOOL_CATEGORIES.find((name) => foldName(name) === foldName(entry.text));
  if (known !== undefined) return [known];
  const subject = reading.show(entry.text);
  const message = `there is no category ${JSON.stringify(subject)}${didYouMean(subject, TOOL_CATEGORIES) || '.'}`;
  reading.findings.report({ code: 'unknown_category', path: entry.path, subject, message });
  return [];
}
