import {
  isInitializeRequest,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/server';
import type { Conversation, McpClient } from './conversation.ts';
import type { ConversationPool } from './conversation-pool.ts';
import { announceListChanges, createMcpServer, type McpServerParts } from './create-mcp-server.ts';
import type { HttpExchange } from './http-exchange.ts';
import type { InboundMessage } from './inbound-message.ts';
import { jsonRpcError } from './json-rpc-error.ts';
import {
  type LegacySession,
  LegacySessions,
  type LegacySessionsOptions,
} from './legacy-sessions.ts';
import { badSessionHeader, noSuchSession, notNow, type WebAnswer } from './mcp-answers.ts';
import { clientSessionKey, readSessionHeader, SESSION_HEADER_FIELD } from './session-key.ts';

export interface SessionEndpointParts extends LegacySessionsOptions {
  readonly pool: ConversationPool;
  readonly server: McpServerParts;
}

/** Speaks revision 2025-11-25, in which a client opens a session and names it in every request. */
export class SessionEndpoint {
  readonly #parts: SessionEndpointParts;
  readonly #sessions: LegacySessions;

  constructor(parts: SessionEndpointParts) {
    this.#parts = parts;
    this.#sessions = new LegacySessions(parts);
  }

  /** Has a plain request of a session answered; false if it is not in one, or not as plain as it seemed. */
  serve(client: McpClient, message: JSONRPCRequest, exchange: HttpExchange): boolean {
    const id = exchange.header('mcp-session-id');
    const session = id === undefined ? undefined : this.#sessions.find(id, client);
    return session?.transport.serve(message, exchange) === true;
  }

  /** How everything else is answered: by the session it names, or by a new one if the message opens it. */
  async answer(
    client: McpClient,
    exchange: HttpExchange,
    message?: InboundMessage,
  ): Promise<WebAnswer> {
    const id = exchange.header('mcp-session-id');
    const session =
      id === undefined
        ? await this.#open(client, exchange, message)
        : this.#sessions.find(id, client);
    if (session instanceof Response) return session;
    if (session === undefined) return noSuchSession(message?.id);
    const isStream = exchange.incoming.method === 'GET';
    if (id !== undefined) this.#sessions.follow(id, exchange, isStream ? 'stream' : 'call');
    const options = message === undefined ? {} : { parsedBody: message.value };
    return (request) => session.transport.handleRequest(request, options);
  }

  keepAlive(): void {
    this.#sessions.keepAlive();
  }

  /** Ends the sessions of a principal. */
  endOf(principalId: string): Promise<void> {
    return this.#sessions.endOf(principalId);
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }

  async #open(
    client: McpClient,
    exchange: HttpExchange,
    message: InboundMessage | undefined,
  ): Promise<LegacySession | Response> {
    const opening = message?.value;
    if (!isInitializeRequest(opening)) {
      return jsonRpcError(400, {
        code: -32_000,
        message: 'A request outside a session must be `initialize`.',
      });
    }
    const stated = readSessionHeader(exchange.header(SESSION_HEADER_FIELD));
    if (stated.status === 'invalid') return badSessionHeader();
    const begun: Conversation[] = [];
    const opened = await this.#sessions.open({
      client,
      ...(stated.status === 'stated' ? { stated: stated.key } : {}),
      base: clientSessionKey(client.principal, opening.params.clientInfo),
      createServer: (sessionKey, transport) => {
        const conversation = this.#parts.pool.open({ ...client, sessionKey });
        begun.push(conversation);
        const servedBy = (id: RequestId) => transport.servedBy(id);
        const server = createMcpServer(conversation, { ...this.#parts.server, servedBy });
        announceListChanges(server, conversation);
        return server;
      },
    });
    await begun[0]?.refresh();
    return opened ?? notNow('too_busy', message?.id);
  }
}
