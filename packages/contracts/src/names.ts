/** What a tool may be called: it must fit every provider's own rule for function names. */
export const TOOL_NAME_PATTERN = '^[A-Za-z][A-Za-z0-9_-]{0,63}$';

/** The same, or a prompt or a resource of an extension: what else holds for them is in `isRegistrationName`. */
export const REGISTRATION_NAME_PATTERN =
  '^(?:(?:prompt:)?[A-Za-z][A-Za-z0-9_-]{0,63}|resource:[!-~]{1,120})$';

/** What an extension may be called; a npm scope is not part of an id. */
export const EXTENSION_ID_PATTERN = '^[A-Za-z][A-Za-z0-9_-]{0,63}$';

/** Names with this prefix belong to tools of MCP servers, `mcp__<server>__<tool>`. */
export const MCP_NAME_PREFIX = 'mcp__';

/**
 * What may stand between `mcp__` and `__` in such a name. One with two underscores in a row could pass its
 * tools off as those of another server.
 */
export const SERVER_NAME_PATTERN = '^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$';

/** Tools that the host adds where needed: no extension takes their names, no toolkit brings them. */
export const RESERVED_TOOL_NAMES: ReadonlySet<string> = new Set([
  'delegate',
  'dynamic_tools',
  'self_config',
]);

/**
 * The form under which two names count as the same one.
 * Lower case by code point, without a locale: a host in Turkey admits the same tools as any other.
 */
export function foldName(name: string): string {
  return name.toLowerCase();
}
