import {
  type ConfigFile,
  type ConfiguredTool,
  foldName,
  RESERVED_TOOL_NAMES,
  TOOLKIT_KEYS,
  type ToolkitConfig,
} from '@mortise/contracts';
import { checkName } from './check-name.ts';
import { joinKey } from './config-path.ts';
import type { ConfigReading } from './config-reading.ts';
import { readKeys } from './read-keys.ts';
import { findRepeated } from './read-selectors.ts';

export function normaliseToolkits(
  toolkits: NonNullable<ConfigFile['toolkits']>,
  reading: ConfigReading,
): readonly ToolkitConfig[] {
  return Object.entries(toolkits).map(([name, toolkit]) => {
    const path = joinKey('toolkits', name);
    checkName(name, path, reading);
    const { tools = [], ...rest } = readKeys(TOOLKIT_KEYS, toolkit, { path, reading });
    checkMembers(tools, `${path}.tools`, reading);
    return { name, ...rest, tools, path };
  });
}

function checkMembers(
  tools: readonly ConfiguredTool[],
  path: string,
  reading: ConfigReading,
): void {
  for (const tool of tools) {
    if (!RESERVED_TOOL_NAMES.has(foldName(tool.name))) continue;
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
