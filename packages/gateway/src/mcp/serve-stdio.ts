import type { Readable, Writable } from 'node:stream';
import type { Implementation } from '@modelcontextprotocol/server';
import {
  type StdioServerHandle,
  serveStdio as serveWire,
} from '@modelcontextprotocol/server/stdio';
import { type Logger, SETTINGS } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import { ConversationPool } from './conversation-pool.ts';
import { announceListChanges, createMcpServer } from './create-mcp-server.ts';
import { ListPages } from './list-pages.ts';
import { fillMcpOptions, MOST_MESSAGE_BYTES } from './mcp-options.ts';
import { StdioTransport } from './stdio-transport.ts';

export interface ServeStdioOptions {
  readonly agentId: string;
  /**
   * What is loaded is kept under it, so a client that starts again finds it. Another one each time unless given:
   * copies of a program that run side by side share nothing.
   */
  readonly sessionKey?: string;
  readonly input?: Readable;
  readonly output?: Writable;
  readonly info?: Implementation;
  readonly logger?: Logger;
  readonly newId?: () => string;
  readonly pageSize?: number;
  readonly maxMessageBytes?: number;
  /** How long what runs may go on after the input has ended, in ms: its answers are written still. 10,000 unless given. */
  readonly drainMs?: number;
  /** Called once when the client is gone. */
  readonly onClose?: () => void;
}

/** Speaks MCP on a pair of streams, both protocol revisions. Throws `unknown_agent`. */
export function serveStdio(host: Host, options: ServeStdioOptions): StdioServerHandle {
  const { agentId, input = process.stdin, output = process.stdout } = options;
  const settings = fillMcpOptions(host, options);
  const { logger, newId, info, maxMessageBytes = MOST_MESSAGE_BYTES } = settings;
  const { sessionKey = `stdio ${newId()}` } = options;
  const pool = new ConversationPool(host, { logger, maxConversations: 1 });
  const conversation = pool.open({ agentId, sessionKey });
  const parts = { info, newId, pages: new ListPages(settings) };
  const transport = new StdioTransport({
    ...{ input, output, mostBytes: maxMessageBytes },
    drainMs: options.drainMs ?? SETTINGS.drainMs.standard,
    onRefused: ({ message }) =>
      logger.warn({ agentId, reason: message }, 'A message of the MCP client was refused.'),
  });
  const handle = serveWire(
    async () => {
      await conversation.refresh();
      const server = createMcpServer(conversation, parts);
      announceListChanges(server, conversation);
      return server;
    },
    {
      transport,
      onerror: (error) => logger.warn({ error, agentId }, 'The MCP connection had a problem.'),
    },
  );
  const closeWire = transport.onclose;
  transport.onclose = () => {
    pool.close();
    conversation.asking.close();
    closeWire?.();
    options.onClose?.();
  };
  return handle;
}
