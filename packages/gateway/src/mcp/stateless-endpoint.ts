import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Logger } from '@mortise/contracts';
import type { Conversation, McpClient } from './conversation.ts';
import type { ConversationPool } from './conversation-pool.ts';
import { createMcpServer, type McpServerParts } from './create-mcp-server.ts';
import type { HttpExchange } from './http-exchange.ts';
import { badSessionHeader, type WebAnswer } from './mcp-answers.ts';
import { ModernHandlers } from './modern-handlers.ts';
import type { ModernTransport } from './modern-transport.ts';
import { MODERN_REVISION } from './plain-request.ts';
import {
  clientInfoOf,
  clientSessionKey,
  readSessionHeader,
  SESSION_HEADER_FIELD,
} from './session-key.ts';

export interface StatelessEndpointParts {
  readonly pool: ConversationPool;
  readonly server: McpServerParts;
  readonly logger: Logger;
  readonly maxMessageBytes: number;
}

/** Speaks revision 2026-07-28, in which every request stands for itself. */
export class StatelessEndpoint {
  readonly #pool: ConversationPool;
  readonly #handlers: ModernHandlers;

  constructor({ pool, server, logger, maxMessageBytes }: StatelessEndpointParts) {
    this.#pool = pool;
    this.#handlers = new ModernHandlers({
      ...{ logger, maxMessageBytes },
      createServer: (conversation, transport) =>
        createMcpServer(conversation, { ...server, ...partsOf(transport) }),
    });
  }

  /** Has a plain request answered; false if it is not as plain as it seemed. */
  async serve(
    client: McpClient,
    message: JSONRPCRequest,
    exchange: HttpExchange,
  ): Promise<boolean> {
    const conversation = this.#conversationOf(client, message, exchange);
    return conversation !== undefined && this.#handlers.serve(conversation, message, exchange);
  }

  /** How everything else is answered. */
  answer(client: McpClient, message: unknown, exchange: HttpExchange): WebAnswer {
    const conversation = this.#conversationOf(client, message, exchange);
    if (conversation === undefined) return badSessionHeader();
    return (request) => this.#handlers.of(conversation).fetch(request, { parsedBody: message });
  }

  keepAlive(): void {
    for (const conversation of this.#pool) this.#handlers.keepAlive(conversation);
  }

  /** Ends what runs for a conversation, streams included. */
  end(conversation: Conversation): Promise<void> {
    conversation.asking.close();
    return this.#handlers.close(conversation);
  }

  /** `undefined` if the request states a key that is none. */
  #conversationOf(
    client: McpClient,
    message: unknown,
    exchange: HttpExchange,
  ): Conversation | undefined {
    const stated = readSessionHeader(exchange.header(SESSION_HEADER_FIELD));
    if (stated.status === 'invalid') return undefined;
    const sessionKey =
      stated.status === 'stated'
        ? stated.key
        : clientSessionKey(client.principal, clientInfoOf(message));
    return this.#pool.open({ ...client, sessionKey });
  }
}

/** A server that answers all plain requests of a conversation has ids and a revision of its own. */
function partsOf(transport: ModernTransport | undefined): Partial<McpServerParts> {
  if (transport === undefined) return {};
  return { revisions: [MODERN_REVISION], servedBy: (id) => transport.servedBy(id) };
}
