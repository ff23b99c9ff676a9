import {
  type ContentPart,
  mcpServerOf,
  ownUris,
  type ToolEntry,
  type ToolSurface,
  uriOwnerOfServer,
} from '@mortise/contracts';
import type { SessionResult } from '@mortise/host';

/**
 * A result whose links lead somewhere: a server links to its resources by addresses of its own, which clients of
 * this host know under others. Links to what the agent may not read here, and to the web, stay as they are.
 */
export function linkResources(
  result: SessionResult,
  entry: ToolEntry | undefined,
  surface: ToolSurface,
): SessionResult {
  const prefix = entry?.origin.kind === 'mcp' ? mcpServerOf(entry.name) : undefined;
  if (prefix === undefined || !result.ok || !result.content.some(isLink)) return result;
  const own = ownUris(uriOwnerOfServer(prefix));
  const content = result.content.map((part) => {
    const found = isLink(part) ? surface.resourceAt(`${own}${part.uri}`) : undefined;
    const isReadable = found !== undefined && surface.find(found.entry.name) !== undefined;
    return isReadable && isLink(part) ? { ...part, uri: `${own}${part.uri}` } : part;
  });
  return { ...result, content };
}

function isLink(part: ContentPart): part is Extract<ContentPart, { type: 'resource_link' }> {
  return part.type === 'resource_link';
}
