import { randomUUID } from 'node:crypto';
import type { Implementation } from '@modelcontextprotocol/server';
import type { Logger } from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';
import type { McpEndpointOptions } from './mcp-endpoint.ts';

/** What may be set of the MCP front; the rest has a default. */
export interface McpOptions {
  readonly info?: Implementation;
  readonly logger?: Logger;
  readonly newId?: () => string;
  readonly now?: () => number;
  /** Tools per page of `tools/list`, at most 1,000. */
  readonly pageSize?: number;
  readonly maxMessageBytes?: number;
  readonly maxSessions?: number;
  readonly sessionIdleMs?: number;
}

const MOST_PER_PAGE = 1_000;

export function fillMcpOptions(options: McpOptions): McpEndpointOptions {
  return {
    info: options.info ?? { name: 'mortise', version: '0.1.0' },
    logger: options.logger ?? SILENT_LOGGER,
    newId: options.newId ?? randomUUID,
    now: options.now ?? Date.now,
    pageSize: Math.min(Math.max(options.pageSize ?? 100, 1), MOST_PER_PAGE),
    pageChars: 1_000_000,
    // Arguments may have 1 MB; the message around them and its escapes need room.
    maxMessageBytes: options.maxMessageBytes ?? 2_000_000,
    maxSessions: options.maxSessions ?? 256,
    sessionIdleMs: options.sessionIdleMs ?? 30 * 60_000,
  };
}
