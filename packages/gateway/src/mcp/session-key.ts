import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';

/** The header under which a client says which conversation it goes on with, in both revisions. */
export const SESSION_HEADER = 'Mortise-Session';

const KEY = /^[\x21-\x7e]{1,128}$/;

export type StatedKey =
  | { readonly status: 'stated'; readonly key: string }
  | { readonly status: 'absent' }
  | { readonly status: 'invalid' };

/** The key a request states in its header. */
export function readSessionHeader(headers: Headers): StatedKey {
  const key = headers.get(SESSION_HEADER);
  if (key === null) return { status: 'absent' };
  return KEY.test(key) ? { status: 'stated', key } : { status: 'invalid' };
}

/**
 * The key of a stateless client that states none: one per name of a client program. Two copies of
 * one program share what they load, unless they state keys.
 */
export function clientSessionKey(message: unknown): string {
  const name = field(field(field(field(message, 'params'), '_meta'), CLIENT_INFO_META_KEY), 'name');
  const shown = typeof name === 'string' ? name.replaceAll(/[^\x21-\x7e]/g, '_').slice(0, 100) : '';
  return `mcp-client:${shown === '' ? 'anonymous' : shown}`;
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
