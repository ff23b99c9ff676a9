import type { ToolEntry } from '@mortise/contracts';

/** What a loadout selects. A category given here wins over the category map. */
export interface PluginUnit {
  readonly name: string;
  readonly categories?: readonly string[];
}

/**
 * The plugin a tool belongs to: its extension; for a core tool its toolset or, without one, itself.
 * MCP servers stand under `mcp:<server>`, so that a server cannot take the name of a core plugin.
 */
export function pluginOf(entry: ToolEntry): PluginUnit {
  const name = pluginNameOf(entry);
  return entry.category === undefined ? { name } : { name, categories: [entry.category] };
}

function pluginNameOf(entry: ToolEntry): string {
  const { origin } = entry;
  switch (origin.kind) {
    case 'extension':
      return origin.id;
    case 'mcp':
      return `mcp:${origin.server}`;
    case 'core':
      return entry.toolset ?? entry.name;
    default:
      return origin satisfies never;
  }
}
