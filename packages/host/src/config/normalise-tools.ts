import {
  type ConfiguredTool,
  foldName,
  type JsonValue,
  type ToolkitConfig,
} from '@mortise/contracts';
import type { Static } from '@sinclair/typebox';
import { checkName } from './check-name.ts';
import { joinIndex, joinKey } from './config-path.ts';
import type { ConfigReading } from './config-reading.ts';
import type { ConfigFile } from './config-schema.ts';
import { findRepeated, reportBlank } from './read-selectors.ts';
import type { ToolReference } from './schema-agents.ts';

/** Tools that the host adds where they are needed; a toolkit cannot bring them. */
const RESERVED_TOOLS: ReadonlySet<string> = new Set(['delegate', 'dynamic_tools', 'self_config']);

/** A list of `name | { name: overrides }`; names are trimmed. */
export function normaliseTools(
  list: readonly Static<typeof ToolReference>[],
  path: string,
  reading: ConfigReading,
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

export function normaliseToolkits(
  toolkits: NonNullable<ConfigFile['toolkits']>,
  reading: ConfigReading,
): readonly ToolkitConfig[] {
  return Object.entries(toolkits).map(([name, toolkit]) => {
    const path = joinKey('toolkits', name);
    checkName(name, path, reading);
    const tools = normaliseTools(toolkit.tools ?? [], `${path}.tools`, reading);
    checkMembers(tools, `${path}.tools`, reading);
    return { name, description: toolkit.description ?? '', tools, path };
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

function checkMembers(
  tools: readonly ConfiguredTool[],
  path: string,
  reading: ConfigReading,
): void {
  for (const tool of tools) {
    if (!RESERVED_TOOLS.has(foldName(tool.name))) continue;
    const message = 'a toolkit cannot bring a control-plane tool.';
    reading.findings.report({ code: 'reserved_tool', path: tool.path, message });
  }
  const spellings = new Map(tools.toReversed().map(({ name }) => [foldName(name), name]));
  for (const folded of findRepeated(tools.map((tool) => foldName(tool.name)))) {
    const name = spellings.get(folded) ?? folded;
    reading.findings.report({
      code: 'duplicate_tool',
      path,
      subject: reading.show(name),
      message: `the toolkit names ${JSON.stringify(reading.show(name))} more than once.`,
    });
  }
}
