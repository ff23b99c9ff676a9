import { foldName, MCP_NAME_PREFIX, SERVER_NAME_PATTERN, TOOL_NAME_PATTERN } from './names.ts';
import type { ToolOrigin } from './tool-entry.ts';
import { readUriTemplate } from './uri-template.ts';

/**
 * What can be registered, once. All of it is named, permitted, pinned, called, counted and recorded in one way;
 * its name says what it is: `prompt:review`, `resource:mortise://notes/pages/{id}`. A tool has no prefix.
 */
export const ENTRY_KINDS = {
  tool: { prefix: '' },
  /** A text with arguments that a person chooses. */
  prompt: { prefix: 'prompt:' },
  /** What an address stands for; with variables in it, a template of addresses. */
  resource: { prefix: 'resource:' },
} as const;

export type EntryKind = keyof typeof ENTRY_KINDS;

const NAME = new RegExp(TOOL_NAME_PATTERN);
const SERVER_NAME = new RegExp(SERVER_NAME_PATTERN);

/** An address of a resource has at most so many characters: names stand in records, keys and requests. */
const MOST_URI_CHARS = 240;

export function entryKind(name: string): EntryKind {
  if (name.startsWith(ENTRY_KINDS.prompt.prefix)) return 'prompt';
  return name.startsWith(ENTRY_KINDS.resource.prefix) ? 'resource' : 'tool';
}

/** The name without what says its kind: what MCP clients call a prompt, the address of a resource. */
export function bareName(name: string): string {
  return name.slice(ENTRY_KINDS[entryKind(name)].prefix.length);
}

/** Addresses under it are of one extension, or of one MCP server: nothing else can register there. */
export function ownUris(owner: string): string {
  return `mortise://${owner}/`;
}

/** Whose the addresses of a server are; no extension has such an id. */
export function uriOwnerOfServer(prefix: string): string {
  return `${MCP_NAME_PREFIX}${prefix}`;
}

/** Whether code of an extension may register under this name; a resource is named by its path there. */
export function isRegistrationName(name: string): boolean {
  const bare = bareName(name);
  if (entryKind(name) === 'resource') return isResourcePath(bare);
  return NAME.test(bare) && !foldName(bare).startsWith(MCP_NAME_PREFIX);
}

/** What a registration of an extension is called in the host. */
export function hostName(name: string, extensionId: string): string {
  if (entryKind(name) !== 'resource') return name;
  return `${ENTRY_KINDS.resource.prefix}${ownUris(extensionId)}${bareName(name)}`;
}

/** What the code of the extension calls it. */
export function registrationName(name: string, extensionId: string): string {
  if (entryKind(name) !== 'resource') return name;
  return `${ENTRY_KINDS.resource.prefix}${bareName(name).slice(ownUris(extensionId).length)}`;
}

/** Whether something from there may have this name. */
export function isEntryName(name: string, origin: ToolOrigin): boolean {
  const bare = bareName(name);
  if (entryKind(name) === 'resource') return isUriOf(bare, origin);
  if (!NAME.test(bare)) return false;
  if (origin.kind === 'mcp') return mcpServerOf(bare) !== undefined;
  return !foldName(bare).startsWith(MCP_NAME_PREFIX);
}

const MCP_NAME = new RegExp(
  `^${MCP_NAME_PREFIX}(?<server>${SERVER_NAME_PATTERN.slice(1, -1)})__[A-Za-z0-9_-]+$`,
);

/** The server part of a well-formed MCP tool name. */
export function mcpServerOf(name: string): string | undefined {
  return MCP_NAME.exec(name)?.groups?.['server'];
}

/** Whether a name, folded or not, is one that a server with this prefix gives. */
export function isNameOfServer(name: string, prefix: string): boolean {
  const bare = foldName(bareName(name));
  const own = foldName(uriOwnerOfServer(prefix));
  return bare.startsWith(`${own}__`) || bare.startsWith(ownUris(own));
}

function isUriOf(uri: string, origin: ToolOrigin): boolean {
  if (readUriTemplate(uri) === undefined || uri.length > MOST_URI_CHARS) return false;
  const owner = uriOwnerOf(uri);
  switch (origin.kind) {
    // A host may serve any address but those of others.
    case 'core':
      return owner === undefined;
    case 'extension':
      return owner === origin.id && isResourcePath(uri.slice(ownUris(origin.id).length));
    case 'mcp':
      return (
        owner?.startsWith(MCP_NAME_PREFIX) === true &&
        SERVER_NAME.test(owner.slice(MCP_NAME_PREFIX.length))
      );
    default:
      return origin satisfies never;
  }
}

const OWNED = /^mortise:\/\/(?<owner>[^/]*)\//i;

function uriOwnerOf(uri: string): string | undefined {
  return OWNED.exec(uri)?.groups?.['owner'];
}

/** No segment that URL parsers take out, nothing that starts a query. */
function isResourcePath(path: string): boolean {
  const isPlain = /^[^/?#]/.test(path) && !/[?#]/.test(path) && !path.endsWith('/');
  const steps = path.split('/');
  if (!isPlain || steps.some((step) => /^(?:\.|%2e){0,2}$/i.test(step))) return false;
  return path.length <= MOST_URI_CHARS / 2 && readUriTemplate(`x:${path}`) !== undefined;
}
