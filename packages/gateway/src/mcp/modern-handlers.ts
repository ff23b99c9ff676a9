import {
  createMcpHandler,
  type McpHttpHandler,
  type McpServerFactory,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import type { Logger } from '@mortise/contracts';
import type { Conversation } from './conversation.ts';

/** Streams of changes that one conversation may hold open. */
const MOST_SUBSCRIPTIONS = 32;

export interface ModernHandlersOptions {
  readonly logger: Logger;
  readonly maxMessageBytes: number;
  readonly createServer: (conversation: Conversation) => ReturnType<McpServerFactory>;
}

/** Serves revision 2026-07-28: a server per request, and streams that tell of changes. */
export class ModernHandlers {
  readonly #options: ModernHandlersOptions;
  /** A conversation that the pool dropped takes its handler along. */
  readonly #handlers = new WeakMap<Conversation, McpHttpHandler>();

  constructor(options: ModernHandlersOptions) {
    this.#options = options;
  }

  of(conversation: Conversation): McpHttpHandler {
    const known = this.#handlers.get(conversation);
    if (known !== undefined) return known;
    const { createServer, logger, maxMessageBytes } = this.#options;
    const handler = createMcpHandler(() => createServer(conversation), {
      legacy: 'reject',
      bus: createListChangeBus(conversation),
      maxSubscriptions: MOST_SUBSCRIPTIONS,
      maxRequestBodySize: maxMessageBytes,
      onerror: (error) => logger.debug({ error, ...conversation.id }, 'An MCP request failed.'),
    });
    this.#handlers.set(conversation, handler);
    return handler;
  }

  /** Ends what runs for this conversation, streams included. */
  async close(conversation: Conversation): Promise<void> {
    await this.#handlers.get(conversation)?.close();
  }
}

/** The only event here is that a conversation's tools changed; subscribers observe the conversation. */
function createListChangeBus(conversation: Conversation): ServerEventBus {
  return {
    subscribe: (listener: (event: ServerEvent) => void) =>
      conversation.onListChanged(() => listener({ kind: 'tools_list_changed' })),
    publish: () => undefined,
  };
}
