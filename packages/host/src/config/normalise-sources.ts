import { type ConfigFile, EXTENSION_KEYS, type ExtensionConfig } from '@mortise/contracts';
import { checkUniqueNames } from './check-name.ts';
import { joinIndex } from './config-path.ts';
import type { ConfigReading } from './config-reading.ts';
import { readKeys } from './read-keys.ts';
import { findRepeated } from './read-selectors.ts';

/** The extensions in the order written, which is the order in which they claim names. */
export function normaliseExtensions(
  extensions: NonNullable<ConfigFile['extensions']>,
  reading: ConfigReading,
): readonly ExtensionConfig[] {
  const normalised = extensions.map((entry, index): ExtensionConfig => {
    const path = joinIndex('extensions', index);
    const body = typeof entry === 'string' ? { source: entry } : entry;
    return { ...readKeys(EXTENSION_KEYS, body, { path, reading }), path };
  });
  const named = normalised.flatMap(({ id, path }) =>
    id === undefined ? [] : [{ name: id, path }],
  );
  checkUniqueNames(named, reading);
  for (const source of findRepeated(normalised.map((extension) => extension.source))) {
    const subject = reading.show(source);
    const message = `the source ${JSON.stringify(subject)} stands in the list more than once.`;
    reading.findings.report({ code: 'duplicate_ref', path: 'extensions', subject, message });
  }
  return normalised;
}
