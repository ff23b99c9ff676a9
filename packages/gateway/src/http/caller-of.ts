import type { Context } from 'hono';
import { SESSION_HEADER } from '../mcp/session-key.ts';
import { LOCAL_CLIENT } from './authenticator.ts';
import { principalOf } from './principal-gate.ts';

/**
 * Who shares the places of one caller: a principal, however many sessions it states. Where clients need no
 * token all are one principal, and each conversation counts by itself.
 */
export function callerOf(context: Context): string {
  const { id } = principalOf(context);
  if (id !== LOCAL_CLIENT.id) return id;
  const session = context.req.header('mcp-session-id') ?? context.req.header(SESSION_HEADER);
  return session === undefined ? id : `${id} ${session}`;
}
