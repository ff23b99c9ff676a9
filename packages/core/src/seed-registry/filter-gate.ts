import type { ToolEntry, ToolFilterOpts } from '@mortise/contracts';
import type { ToolGate } from '../registry/tool-gate.ts';

/**
 * The seed's gate: a toolset for core tools, filters for the others, exclusions for all.
 * Names are exact here; folding and selectors belong to the resolver.
 */
export function createFilterGate(
  allowedTools: readonly string[] | undefined,
  options: ToolFilterOpts,
  entries: () => readonly ToolEntry[],
): ToolGate {
  const closesWhenEmpty = options.emptyAllowlist === 'deny';
  const hasToolset = allowedTools !== undefined && (allowedTools.length > 0 || closesWhenEmpty);
  const lists: GateLists = {
    toolset: hasToolset ? new Set(allowedTools) : undefined,
    plugins: toSet(options.allowedPlugins),
    mcpServers: toSet(options.allowedMcpServers),
    mcpTools: toSet(options.allowedMcpTools),
    excluded: new Set(options.excludeTools),
  };
  const refusalFor = (entry: ToolEntry) => refusalOf(entry, lists);
  return {
    refusalFor,
    *visibleNames() {
      for (const entry of entries()) if (refusalFor(entry) === undefined) yield entry.name;
    },
  };
}

interface GateLists {
  readonly toolset: ReadonlySet<string> | undefined;
  readonly plugins: ReadonlySet<string> | undefined;
  readonly mcpServers: ReadonlySet<string> | undefined;
  readonly mcpTools: ReadonlySet<string> | undefined;
  readonly excluded: ReadonlySet<string>;
}

function refusalOf(entry: ToolEntry, lists: GateLists): string | undefined {
  if (lists.excluded.has(entry.name)) return 'it is excluded from this request';
  switch (entry.origin.kind) {
    case 'core':
      if (entry.alwaysInclude || isOpenTo(lists.toolset, entry.name)) return undefined;
      return 'it is not in the toolset';
    case 'extension':
      if (!isOpenTo(lists.plugins, entry.origin.id)) {
        return `extension "${entry.origin.id}" is not allowed`;
      }
      return isOptedIn(entry, entry.origin.id, lists)
        ? undefined
        : 'it is optional and no list names it';
    case 'mcp':
      if (!isOpenTo(lists.mcpServers, entry.origin.server)) {
        return `MCP server "${entry.origin.server}" is not allowed`;
      }
      return isOpenTo(lists.mcpTools, entry.name) ? undefined : 'this MCP tool is not allowed';
    default:
      return entry.origin satisfies never;
  }
}

/** An optional tool must be named, itself or by its extension; an absent list names no extension. */
function isOptedIn(entry: ToolEntry, extensionId: string, lists: GateLists): boolean {
  if (!entry.isOptional) return true;
  return lists.toolset?.has(entry.name) === true || lists.plugins?.has(extensionId) === true;
}

function isOpenTo(list: ReadonlySet<string> | undefined, name: string): boolean {
  return list === undefined || list.has(name);
}

function toSet(list: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return list === undefined ? undefined : new Set(list);
}
