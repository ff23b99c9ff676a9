import {
  bareName,
  ENTRY_KINDS,
  entryKind,
  type McpServerConfig,
  ownUris,
  uriOwnerOfServer,
} from '@mortise/contracts';

/**
 * What a server's things are called here: `mcp__<prefix>__<tool>`, `prompt:mcp__<prefix>__<prompt>`, and of a resource its
 * address behind `mortise://mcp__<prefix>/`.
 */
export function createNaming({ name, prefix = name, rename = {} }: McpServerConfig) {
  const others = new Map(Object.entries(rename));
  const owner = uriOwnerOfServer(prefix);
  return (remote: string): string => {
    const kind = entryKind(remote);
    const bare = bareName(remote);
    const { prefix: mark } = ENTRY_KINDS[kind];
    if (kind === 'resource') return `${mark}${ownUris(owner)}${bare}`;
    const own = others.get(remote) ?? bare.replaceAll(/[^A-Za-z0-9_-]/g, '_');
    return `${mark}${owner}__${own}`;
  };
}
