import {
  createMcpHandler,
  type JSONRPCRequest,
  type McpHttpHandler,
  type Server,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import type { Logger } from '@mortise/contracts';
import { changedAddresses } from './client-lists.ts';
import type { Conversation } from './conversation.ts';
import type { HttpExchange } from './http-exchange.ts';
import { ModernTransport } from './modern-transport.ts';

/** Streams of changes that one conversation may hold open. */
const MOST_SUBSCRIPTIONS = 32;

export interface ModernHandlersOptions {
  readonly logger: Logger;
  readonly maxMessageBytes: number;
  readonly createServer: (conversation: Conversation, transport?: ModernTransport) => Server;
}

/**
 * Serves revision 2026-07-28: plain requests by one server for each conversation, others and the streams that tell
 * of changes by the SDK's handler, with a server per request.
 */
export class ModernHandlers {
  readonly #options: ModernHandlersOptions;
  /** A conversation that the pool dropped takes its handler along. */
  readonly #handlers = new WeakMap<Conversation, McpHttpHandler>();
  readonly #transports = new WeakMap<Conversation, Connected>();

  constructor(options: ModernHandlersOptions) {
    this.#options = options;
  }

  of(conversation: Conversation): McpHttpHandler {
    const known = this.#handlers.get(conversation);
    if (known !== undefined) return known;
    const { createServer, logger, maxMessageBytes } = this.#options;
    const create = async () => {
      await conversation.refresh();
      return createServer(conversation);
    };
    const handler = createMcpHandler(create, {
      legacy: 'reject',
      bus: createListChangeBus(conversation),
      maxSubscriptions: MOST_SUBSCRIPTIONS,
      maxRequestBodySize: maxMessageBytes,
      onerror: (error) => logger.debug({ error, ...conversation.id }, 'An MCP request failed.'),
    });
    this.#handlers.set(conversation, handler);
    return handler;
  }

  /** Has a plain request answered; false if it is none, after all, and was not. */
  async serve(
    conversation: Conversation,
    message: JSONRPCRequest,
    exchange: HttpExchange,
  ): Promise<boolean> {
    const { transport, isReady } =
      this.#transports.get(conversation) ?? this.#connect(conversation);
    await isReady;
    return transport.serve(message, exchange);
  }

  /** Lets clients whose calls take long see that they still run. */
  keepAlive(conversation: Conversation): void {
    this.#transports.get(conversation)?.transport.keepAlive();
  }

  /** Ends what runs for this conversation, streams included. */
  async close(conversation: Conversation): Promise<void> {
    const connected = this.#transports.get(conversation);
    this.#transports.delete(conversation);
    await Promise.all([connected?.transport.close(), this.#handlers.get(conversation)?.close()]);
  }

  #connect(conversation: Conversation): Connected {
    const transport = new ModernTransport();
    const server = this.#options.createServer(conversation, transport);
    const connected = { transport, isReady: server.connect(transport) };
    this.#transports.set(conversation, connected);
    return connected;
  }
}

interface Connected {
  readonly transport: ModernTransport;
  readonly isReady: Promise<void>;
}

/**
 * The only events here are that lists of a conversation changed, and resources with them; subscribers observe the
 * conversation.
 */
function createListChangeBus(conversation: Conversation): ServerEventBus {
  return {
    subscribe: (listener: (event: ServerEvent) => void) =>
      conversation.onListChanged(({ kinds, before, now }) => {
        for (const kind of kinds) listener({ kind: `${kind}_list_changed` });
        for (const uri of changedAddresses(before, now))
          listener({ kind: 'resource_updated', uri });
      }),
    publish: () => undefined,
  };
}
