import { type Implementation, isLegacyRequest } from '@modelcontextprotocol/server';
import { ERROR_CODES, type Logger, MortiseError } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import type { McpClient } from './conversation.ts';
import { ConversationPool } from './conversation-pool.ts';
import { type HttpExchange, KEEP_ALIVE_MS } from './http-exchange.ts';
import { readMessage } from './inbound-message.ts';
import { expectsAnswer, findMessageFault, type InboundMessage } from './interpret-message.ts';
import { jsonRpcError } from './json-rpc-error.ts';
import { ListPages } from './list-pages.ts';
import { notNow, type WebAnswer } from './mcp-answers.ts';
import { MOST_MESSAGE_BYTES, messageBytes } from './mcp-options.ts';
import { plainRequest } from './plain-request.ts';
import { keepPlace } from './request-place.ts';
import { OFFER_CALLS } from './serve-offers.ts';
import { SessionEndpoint } from './session-endpoint.ts';
import { StatelessEndpoint } from './stateless-endpoint.ts';

export interface McpEndpointOptions {
  readonly info: Implementation;
  readonly logger: Logger;
  readonly newId: () => string;
  readonly now: () => number;
  readonly pageSize: number;
  readonly pageChars: number;
  /** Follows the limit of arguments unless given. */
  readonly maxMessageBytes?: number;
  readonly maxSessions: number;
  readonly sessionIdleMs: number;
}

/**
 * Speaks MCP over Streamable HTTP for every agent of a host, both protocol revisions at one address.
 * The server that mounts it checks Host, Origin and token first.
 */
export class McpEndpoint {
  readonly #host: Host;
  readonly #options: McpEndpointOptions;
  readonly #pool: ConversationPool;
  readonly #sessions: SessionEndpoint;
  readonly #stateless: StatelessEndpoint;
  readonly #keepingAlive: NodeJS.Timeout;

  constructor(host: Host, options: McpEndpointOptions) {
    const { info, newId, logger, maxSessions, sessionIdleMs: idleMs } = options;
    this.#host = host;
    this.#options = options;
    const server = { info, newId, pages: new ListPages(options) };
    const pool = new ConversationPool(host, { logger, maxConversations: maxSessions });
    // Bodies are read here, within the limits of now.
    const maxMessageBytes = options.maxMessageBytes ?? MOST_MESSAGE_BYTES;
    const parts = { ...options, pool, server, maxMessageBytes };
    this.#pool = pool;
    this.#sessions = new SessionEndpoint({ ...parts, idleMs, kept: host.clientSessions });
    this.#stateless = new StatelessEndpoint(parts);
    this.#keepingAlive = setInterval(() => this.#keepAlive(), KEEP_ALIVE_MS).unref();
  }

  /** Answers one HTTP request for one agent, or says how it is to be answered. Never rejects. */
  async handle(
    client: McpClient,
    exchange: HttpExchange,
    places: CallPlaces,
  ): Promise<WebAnswer | undefined> {
    const describe = (error: unknown) => this.#describe(error, client, places);
    try {
      const answer = await this.#answer(client, exchange, places);
      return typeof answer === 'function' ? (request) => answer(request).catch(describe) : answer;
    } catch (error) {
      return describe(error);
    }
  }

  /** Ends the sessions and streams of a principal. */
  endOf(principalId: string): void {
    void this.#sessions.endOf(principalId);
    for (const conversation of this.#pool.dropOf(principalId)) {
      void this.#stateless.end(conversation);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#keepingAlive);
    const open = this.#pool.close();
    const closing = open.map((conversation) => this.#stateless.end(conversation));
    await Promise.all([this.#sessions.close(), ...closing]);
  }

  #keepAlive(): void {
    this.#sessions.keepAlive();
    this.#stateless.keepAlive();
  }

  async #answer(
    client: McpClient,
    exchange: HttpExchange,
    places: CallPlaces,
  ): Promise<WebAnswer | undefined> {
    // What belongs to a call that still runs, such as its cancellation, is taken while the host closes.
    if (!places.isClosing()) this.#host.agent(client.agentId);
    if (exchange.incoming.method !== 'POST') return this.#sessions.answer(client, exchange);
    const limit = this.#options.maxMessageBytes ?? messageBytes(this.#host);
    const message = await readMessage(exchange, limit);
    if (message instanceof Response) return message;
    const { id, method } = message;
    const isRequest = method !== undefined && id !== undefined;
    if (places.isClosing() && isRequest) return notNow('host_draining', id);
    if (CALL_METHODS.has(method)) {
      const hasPlace = await this.#takePlace(client, message, exchange, places);
      if (exchange.isEnded) return undefined;
      if (!hasPlace) return notNow(places.isClosing() ? 'host_draining' : 'too_busy', id);
    }
    return this.#route(client, message, exchange);
  }

  /** False if there is none. One that is cancelled while it waits is ended. */
  async #takePlace(
    client: McpClient,
    { id }: InboundMessage,
    exchange: HttpExchange,
    places: CallPlaces,
  ): Promise<boolean> {
    using _waiting = this.#sessions.expect(client, id, exchange);
    return await places.take();
  }

  /** Most requests are plain; the others go to the SDK's transports, which know what is wrong with them. */
  async #route(
    client: McpClient,
    message: InboundMessage,
    exchange: HttpExchange,
  ): Promise<WebAnswer | undefined> {
    const plain = plainRequest(message.value, exchange);
    if (plain !== undefined) {
      const endpoint = plain.isModern ? this.#stateless : this.#sessions;
      if (await endpoint.serve(client, plain.message, exchange)) return undefined;
    }
    const fault = findMessageFault(message);
    if (fault !== undefined) {
      return jsonRpcError(400, fault, expectsAnswer(message) ? { id: message.id } : {});
    }
    return async (request) => {
      if (exchange.place !== undefined) keepPlace(request, exchange.place);
      const answer = (await isLegacyRequest(request, message.value))
        ? await this.#sessions.answer(client, exchange, message)
        : this.#stateless.answer(client, message.value, exchange);
      return answer instanceof Response ? answer : answer(request);
    };
  }

  #describe(error: unknown, { agentId }: McpClient, places: CallPlaces): Response {
    if (places.isClosing()) return notNow('host_draining');
    // Not the message: it names agents that this client may not know of.
    if (MortiseError.is(error)) {
      return jsonRpcError(404, { code: -32_000, message: ERROR_CODES[error.code].summary });
    }
    this.#options.logger.error({ error, agentId }, 'An MCP request failed.');
    return jsonRpcError(500, { code: -32_603, message: 'Internal error' });
  }
}

/** Methods that run code of tools, prompts or resources. */
const CALL_METHODS: ReadonlySet<unknown> = new Set(['tools/call', ...OFFER_CALLS]);

/** The places that calls of one HTTP request may take; what took them gives them back when it was answered. */
export interface CallPlaces {
  /** Nothing new is taken any more. */
  readonly isClosing: () => boolean;
  /** False if there is none within the time that a call may wait, or if the client went away. */
  readonly take: () => Promise<boolean>;
}
