import { createHash } from 'node:crypto';
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { EMBEDDER, type Principal } from '@mortise/contracts';

/** The header under which a client says which conversation it goes on with, in both revisions. */
export const SESSION_HEADER = 'Mortise-Session';

/** As Node writes names of headers. */
export const SESSION_HEADER_FIELD = 'mortise-session';

const KEY = /^[\x21-\x7e]{1,128}$/;

export type StatedKey =
  | { readonly status: 'stated'; readonly key: string }
  | { readonly status: 'absent' }
  | { readonly status: 'invalid' };

/** The key a request states in its header, of which this is the value. */
export function readSessionHeader(key: string | null | undefined): StatedKey {
  if (key === null || key === undefined) return { status: 'absent' };
  return KEY.test(key) ? { status: 'stated', key } : { status: 'invalid' };
}

/**
 * Where a client that states no key finds what it loaded: apart for each token, and there for each program. A
 * key that a client states has no blank, so none can be stated that is like one of these.
 */
export function clientSessionKey(principal: Principal | undefined, clientInfo: unknown): string {
  const name = field(clientInfo, 'name');
  const shown = typeof name === 'string' ? name.replaceAll(/[^\x21-\x7e]/g, '_').slice(0, 100) : '';
  return `mcp ${shorten((principal ?? EMBEDDER).id)} ${shown === '' ? 'anonymous' : shown}`;
}

/**
 * Whose ids of calls a key stands for. A client without a key of its own may come back under another number while its
 * call still runs: that call is the same one.
 */
export function conversationOf({ sessionKey }: { readonly sessionKey: string }): string {
  return sessionKey.replace(/^(mcp .* \S+) \d+$/, '$1');
}

/** What a request of the revision without sessions says of its client. */
export function clientInfoOf(message: unknown): unknown {
  return field(field(field(message, 'params'), '_meta'), CLIENT_INFO_META_KEY);
}

const LONGEST_ID = 64;

/** An issuer may call its subjects anything. */
function shorten(id: string): string {
  if (id.length <= LONGEST_ID) return id;
  return `sha256:${createHash('sha256').update(id).digest('base64url')}`;
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
