import {
  isInitializeRequest,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/server';
import { EMBEDDER, type JsonValue } from '@mortise/contracts';
import type { ClientSession, ClientSessions } from '@mortise/host';
import type { Conversation, McpClient } from './conversation.ts';
import type { ConversationPool } from './conversation-pool.ts';
import { announceListChanges, createMcpServer, type McpServerParts } from './create-mcp-server.ts';
import type { HttpExchange } from './http-exchange.ts';
import type { InboundMessage } from './interpret-message.ts';
import { jsonRpcError } from './json-rpc-error.ts';
import {
  type LegacySession,
  LegacySessions,
  type LegacySessionsOptions,
  type SessionWish,
} from './legacy-sessions.ts';
import { badSessionHeader, noSuchSession, notNow, type WebAnswer } from './mcp-answers.ts';
import { clientSessionKey, readSessionHeader, SESSION_HEADER_FIELD } from './session-key.ts';

export interface SessionEndpointParts extends LegacySessionsOptions {
  readonly pool: ConversationPool;
  /** Sessions of all hosts on the same state; absent where there is one. */
  readonly kept?: ClientSessions | undefined;
  readonly server: McpServerParts;
}

/** Speaks revision 2025-11-25, in which a client opens a session and names it in every request. */
export class SessionEndpoint {
  readonly #parts: SessionEndpointParts;
  readonly #sessions: LegacySessions;
  /** Those that are being gone on with: a client's stream and its first call may come together. */
  readonly #resuming = new Map<string, Promise<LegacySession | undefined>>();

  constructor(parts: SessionEndpointParts) {
    this.#parts = parts;
    this.#sessions = new LegacySessions(parts);
  }

  /** Has a plain request of a session answered; false if it is not in one, or not as plain as it seemed. */
  serve(client: McpClient, message: JSONRPCRequest, exchange: HttpExchange): boolean {
    const id = exchange.header('mcp-session-id');
    const session = id === undefined ? undefined : this.#sessions.find(id, client);
    if (session?.transport.serve(message, exchange) !== true) return false;
    this.#sessions.follow(session.id, exchange, 'call');
    return true;
  }

  /** Has a request of a session that waits for its turn end if it is cancelled; `undefined` if it is in none. */
  expect(client: McpClient, id: unknown, exchange: HttpExchange): Disposable | undefined {
    const sessionId = exchange.header('mcp-session-id');
    if (sessionId === undefined || !isRequestId(id)) return undefined;
    return this.#sessions.find(sessionId, client)?.transport.expect(id, exchange);
  }

  /** How everything else is answered: by the session it names, or by a new one if the message opens it. */
  async answer(
    client: McpClient,
    exchange: HttpExchange,
    message?: InboundMessage,
  ): Promise<WebAnswer> {
    const id = exchange.header('mcp-session-id');
    const session =
      id === undefined ? await this.#open(client, exchange, message) : await this.#find(id, client);
    if (session instanceof Response) return session;
    if (session === undefined) return noSuchSession(message?.id);
    const { method } = exchange.incoming;
    const isStream = method === 'GET';
    if (id !== undefined && method === 'DELETE') void this.#parts.kept?.forget(id);
    if (id !== undefined) this.#sessions.follow(id, exchange, isStream ? 'stream' : 'call');
    const options = message === undefined ? {} : { parsedBody: message.value };
    return (request) => session.transport.handleRequest(request, options, exchange);
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
    const opened = await this.#openServer(client, {
      ...(stated.status === 'stated' ? { stated: stated.key } : {}),
      base: clientSessionKey(client.principal, opening.params.clientInfo),
    });
    if (opened !== undefined) await this.#keep(opened, opening);
    return opened ?? notNow('too_busy', message?.id);
  }

  async #openServer(
    client: McpClient,
    wish: Pick<SessionWish, 'id' | 'stated' | 'base'>,
  ): Promise<LegacySession | undefined> {
    const begun: Conversation[] = [];
    const opened = await this.#sessions.open({
      ...{ ...wish, client },
      createServer: (sessionKey, transport) => {
        const conversation = this.#parts.pool.open({ ...client, sessionKey });
        begun.push(conversation);
        const servedBy = (id: RequestId) => transport.servedBy(id);
        const server = createMcpServer(conversation, {
          ...{ ...this.#parts.server, servedBy, plain: transport },
        });
        announceListChanges(server, conversation);
        return server;
      },
    });
    await begun[0]?.refresh();
    return opened;
  }

  async #keep({ id, client, key }: LegacySession, opening: object): Promise<void> {
    const { agentId, principal = EMBEDDER } = client;
    const { id: principalId, userId } = principal;
    await this.#parts.kept?.keep(id, {
      ...{ agentId, principalId, sessionKey: key, opening: opening as JsonValue },
      ...(userId === undefined ? {} : { userId }),
    });
  }

  /** Not before it is whole: one that another host opened is known here while it is being gone on with. */
  async #find(id: string, client: McpClient): Promise<LegacySession | undefined> {
    await this.#resuming.get(id);
    return this.#sessions.find(id, client) ?? this.#resume(id, client);
  }

  /** Goes on with a session of another host, if this client opened it there. */
  #resume(id: string, client: McpClient): Promise<LegacySession | undefined> {
    const { kept } = this.#parts;
    if (kept === undefined) return Promise.resolve(undefined);
    const resuming = this.#openKept(id, client, kept).finally(() => this.#resuming.delete(id));
    this.#resuming.set(id, resuming);
    return resuming;
  }

  async #openKept(
    id: string,
    client: McpClient,
    kept: ClientSessions,
  ): Promise<LegacySession | undefined> {
    const found = await kept.find(id);
    if (found === undefined || !isOf(found, client)) return undefined;
    const { sessionKey, opening } = found;
    const opened = await this.#openServer(client, { id, stated: sessionKey, base: '' });
    for (const message of [opening, INITIALIZED]) await opened?.transport.repeat(message);
    return opened;
  }
}

const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || typeof id === 'number';
}

function isOf(
  { agentId, principalId, userId }: ClientSession,
  { agentId: ofAgent, principal = EMBEDDER }: McpClient,
): boolean {
  return agentId === ofAgent && principalId === principal.id && userId === principal.userId;
}
