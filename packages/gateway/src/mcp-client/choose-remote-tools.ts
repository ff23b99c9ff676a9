import {
  type ConfigSelector,
  compileName,
  type Diagnostic,
  didYouMean,
  ENTRY_KINDS,
  ERROR_CODES,
  foldName,
  type LeftOutTool,
  type McpServerConfig,
} from '@mortise/contracts';
import type { ListedEntry } from './list-remote-offers.ts';

/** So many names are looked at to find what may have been meant. */
const MOST_COMPARED = 1_000;

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

/** Whether the deny list of a server has an address that one of its templates makes, as written or as a URL. */
export function createDenial({ deny = [] }: McpServerConfig): (uri: string) => boolean {
  const denied = deny.map(compileEntry);
  return (uri) =>
    [uri, URL.parse(uri)?.href ?? uri].some((form) => {
      const folded = foldName(`${ENTRY_KINDS.resource.prefix}${form}`);
      return denied.some(({ matches }) => matches(folded));
    });
}

/** Entries of the configuration that fit no tool of the server: a name is misspelt, or a tool has gone. */
export function unmatchedEntries(
  { name: server, allow = [], deny = [], rename = {}, path }: McpServerConfig,
  listed: readonly ListedEntry[],
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
