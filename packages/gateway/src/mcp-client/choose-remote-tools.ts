import type { Tool } from '@modelcontextprotocol/client';
import {
  type ConfigSelector,
  compileName,
  type Diagnostic,
  didYouMean,
  ERROR_CODES,
  foldName,
  type LeftOutTool,
  MCP_NAME_PREFIX,
  type McpServerConfig,
} from '@mortise/contracts';

/** So many names are looked at to find what may have been meant. */
const MOST_COMPARED = 1_000;

/** `mcp__<prefix>__<tool>`: what a tool of the server is called here. */
export function createNaming({ name, prefix = name, rename = {} }: McpServerConfig) {
  const others = new Map(Object.entries(rename));
  return (tool: string): string => {
    const own = others.get(tool) ?? tool.replaceAll(/[^A-Za-z0-9_-]/g, '_');
    return `${MCP_NAME_PREFIX}${prefix}__${own}`;
  };
}

type Excluded = Required<Pick<LeftOutTool, 'reason' | 'path'>>;

/** Why the operator does not want a tool; `undefined` if nothing speaks against it. */
export function createChoice({ allow, deny = [], path }: McpServerConfig) {
  const allowed = allow?.map(compileEntry);
  const denied = deny.map(compileEntry);
  return (tool: string): Excluded | undefined => {
    const folded = foldName(tool);
    const by = denied.find(({ matches }) => matches(folded));
    if (by !== undefined) return { reason: `denied by ${by.path}`, path: by.path };
    if (allowed === undefined || allowed.some(({ matches }) => matches(folded))) return undefined;
    return { reason: `not in ${path}.allow`, path: `${path}.allow` };
  };
}

function compileEntry({ text, path }: ConfigSelector) {
  return { path, matches: compileName(foldName(text)) };
}

/** Entries of the configuration that fit no tool of the server: a name is misspelt, or a tool has gone. */
export function unmatchedEntries(
  { name: server, allow = [], deny = [], rename = {}, path }: McpServerConfig,
  listed: readonly Tool[],
): readonly Diagnostic[] {
  const names = listed.map(({ name }) => name);
  const folded = names.map(foldName);
  const lists = [...allow, ...deny].filter((entry) => !folded.some(compileEntry(entry).matches));
  const known = new Set(names);
  const renamed = Object.keys(rename)
    .filter((each) => !known.has(each))
    .map((text) => ({ text, path: `${path}.rename` }));
  const { hint } = ERROR_CODES.unmatched_selector;
  return [...lists, ...renamed].map((entry) => ({
    ...{ code: 'unmatched_selector', severity: 'warning', subject: entry.text, path: entry.path },
    message: `The MCP server "${server}" has no tool ${JSON.stringify(entry.text)}${didYouMean(entry.text, names.slice(0, MOST_COMPARED)) || '.'}`,
    hint,
  }));
}
