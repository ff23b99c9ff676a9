import type { ConfigReference, ConfigSelector } from '@mortise/contracts';
import { joinIndex } from './config-path.ts';
import type { ConfigReading, ReadingPlace } from './config-reading.ts';

/** A list of selectors, trimmed. Empty stays empty: it means nothing, not everything. */
export function readSelectors(
  list: readonly string[],
  { path, reading }: ReadingPlace,
): readonly ConfigSelector[] {
  return list.map((entry, index) => {
    const selector = { text: entry.trim(), path: joinIndex(path, index) };
    if (selector.text === '') reportBlank(selector.path, reading);
    return selector;
  });
}

/** Names that must match exactly: neither trimmed nor folded. A name may stand only once. */
export function readReferences(
  list: readonly string[],
  { path, reading }: ReadingPlace,
): readonly ConfigReference[] {
  for (const name of findRepeated(list)) {
    reading.findings.report({
      code: 'duplicate_ref',
      path,
      subject: reading.show(name),
      message: `the list names ${JSON.stringify(reading.show(name))} more than once.`,
    });
  }
  return list.map((name, index) => ({ name, path: joinIndex(path, index) }));
}

/** One name, trimmed; folding is left to the lookup. */
export function readReference(name: string, { path, reading }: ReadingPlace): ConfigReference {
  const reference = { name: name.trim(), path };
  if (reference.name === '') reportBlank(path, reading);
  return reference;
}

export function reportBlank(path: string, reading: ConfigReading): void {
  reading.findings.report({
    code: 'blank_selector',
    path,
    message: 'the entry is blank.',
    isFatalForPath: true,
  });
}

/** Each key that occurs more than once, at its second occurrence. */
export function findRepeated(keys: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(keys.filter((key) => seen.size === seen.add(key).size));
}
