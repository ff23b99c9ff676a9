import type { ConfiguredTool, JsonValue, ToolReference } from '@mortise/contracts';
import { joinIndex, joinKey } from './config-path.ts';
import type { ConfigReading, ReadingPlace } from './config-reading.ts';
import { reportBlank } from './read-selectors.ts';

/** A list of `name | { name: overrides }`; names are trimmed. */
export function readTools(
  list: readonly ToolReference[],
  { path, reading }: ReadingPlace,
): readonly ConfiguredTool[] {
  return list.flatMap((entry, index) => {
    const place = joinIndex(path, index);
    const parts = typeof entry === 'string' ? [[entry, null] as const] : Object.entries(entry);
    const [first, ...others] = parts;
    if (first === undefined || others.length > 0) {
      const message = 'an entry is one tool: a name, or one key with its overrides.';
      reading.findings.report({ code: 'config_invalid', path: place, message });
      return [];
    }
    return [toTool(first, place, reading)];
  });
}

function toTool(
  [written, overrides]: readonly [string, { readonly [key: string]: unknown } | null],
  place: string,
  reading: ConfigReading,
): ConfiguredTool {
  const name = written.trim();
  if (name === '') reportBlank(place, reading);
  return {
    name,
    // Plain data by construction: the readers let nothing else in.
    overrides: (overrides ?? {}) as { readonly [key: string]: JsonValue },
    path: joinKey(place, reading.show(name)),
  };
}
