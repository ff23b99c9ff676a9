import type { Principal } from '@mortise/contracts';
import { SESSION_HEADER_FIELD } from '../mcp/session-key.ts';
import { LOCAL_CLIENT } from './authenticator.ts';

/**
 * Who shares the places of one caller: a principal, however many sessions it states. Where clients need no
 * token all are one principal, and each conversation counts by itself.
 */
export function callerOf({ id }: Principal, header: (name: string) => string | undefined): string {
  if (id !== LOCAL_CLIENT.id) return id;
  const session = header('mcp-session-id') ?? header(SESSION_HEADER_FIELD);
  return session === undefined ? id : `${id} ${session}`;
}
