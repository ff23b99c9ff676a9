import { randomUUID } from 'node:crypto';
import type { Implementation } from '@modelcontextprotocol/server';
import { LIMITS, type Logger, SETTINGS } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import type { McpEndpointOptions } from './mcp-endpoint.ts';

/** What may be set of the MCP front; the rest has a default. */
export interface McpOptions {
  readonly info?: Implementation;
  readonly logger?: Logger;
  readonly newId?: () => string;
  readonly now?: () => number;
  /** Tools per page of `tools/list`: 1,000 unless given, at most 10,000. */
  readonly pageSize?: number;
  /** Of one message; follows the limit of arguments unless given. */
  readonly maxMessageBytes?: number;
  readonly maxSessions?: number;
  readonly sessionIdleMs?: number;
}

/** In characters of JSON: a page that few clients have to ask a second time for, and none chokes on. */
const PAGE_CHARS = 4_000_000;

/** Logs through the host, which takes out what must not be written. */
export function fillMcpOptions(host: Host, options: McpOptions): McpEndpointOptions {
  const { standard, least, most } = SETTINGS.pageSize;
  return {
    info: options.info ?? { name: 'mortise', version: '0.1.0' },
    logger: host.logFor(options.logger),
    newId: options.newId ?? randomUUID,
    now: options.now ?? Date.now,
    pageSize: Math.min(Math.max(options.pageSize ?? standard, least), most),
    pageChars: PAGE_CHARS,
    ...(options.maxMessageBytes === undefined ? {} : { maxMessageBytes: options.maxMessageBytes }),
    maxSessions: options.maxSessions ?? 256,
    sessionIdleMs: options.sessionIdleMs ?? 30 * 60_000,
  };
}

/** In a message, arguments have escapes and a frame around them. */
const MESSAGE_ROOM = 2;

/** More than any configuration lets through. */
export const MOST_MESSAGE_BYTES = MESSAGE_ROOM * LIMITS.argumentBytes.ceiling;

/** How large a message from outside may be now, so that all arguments that are allowed pass. */
export function messageBytes(host: Host): number {
  return MESSAGE_ROOM * host.highestLimit('argumentBytes');
}
