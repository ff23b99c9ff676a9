import {
  type ConfigFile,
  type ConfigSelector,
  didYouMean,
  foldName,
  LOADOUT_KEYS,
  type LoadoutBody,
  type LoadoutConfig,
  TOOL_CATEGORIES,
  type ToolCategory,
} from '@mortise/contracts';
import { checkName, checkUniqueNames } from './check-name.ts';
import { joinIndex, joinKey } from './config-path.ts';
import type { ConfigReading } from './config-reading.ts';
import { isList } from './is-list.ts';
import { readKeys } from './read-keys.ts';

type Loadouts = NonNullable<ConfigFile['loadouts']>;

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
  const written: readonly WrittenLoadout[] = isList(loadouts)
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
  const read = readKeys(LOADOUT_KEYS, body, { path, reading });
  const { parent, override, defaultPlugins, discoverablePatterns, disabledPlugins } = read;
  return {
    path,
    override,
    loadout: {
      name,
      ...(parent && { parent: parent.name }),
      defaultPlugins: textsOf(defaultPlugins),
      includedCategories: (read.includedCategories ?? []).flatMap((entry) =>
        readCategory(entry, reading),
      ),
      discoverablePatterns: textsOf(discoverablePatterns),
      disabledPlugins: textsOf(disabledPlugins),
    },
  };
}

function textsOf(entries: readonly ConfigSelector[] = []): readonly string[] {
  return entries.map(({ text }) => text);
}

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
