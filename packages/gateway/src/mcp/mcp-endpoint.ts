import {
  type Implementation,
  isInitializeRequest,
  isJsonContentType,
  isLegacyRequest,
  readRequestBody,
} from '@modelcontextprotocol/server';
import { ERROR_CODES, type Logger, MortiseError } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import type { McpClient } from './conversation.ts';
import { ConversationPool } from './conversation-pool.ts';
import { announceListChanges, createMcpServer, type McpServerParts } from './create-mcp-server.ts';
import { jsonRpcError } from './json-rpc-error.ts';
import { LegacySessions } from './legacy-sessions.ts';
import { MOST_MESSAGE_BYTES, messageBytes } from './mcp-options.ts';
import { ModernHandlers } from './modern-handlers.ts';
import { clientSessionKey, readSessionHeader, SESSION_HEADER } from './session-key.ts';
import { ToolPages } from './tool-pages.ts';

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
  readonly #parts: McpServerParts;
  readonly #pool: ConversationPool;
  readonly #sessions: LegacySessions;
  readonly #handlers: ModernHandlers;

  constructor(host: Host, options: McpEndpointOptions) {
    const { info, newId, logger, maxSessions, sessionIdleMs: idleMs } = options;
    this.#host = host;
    this.#options = options;
    this.#parts = { info, newId, pages: new ToolPages(options) };
    this.#pool = new ConversationPool(host, { logger, maxConversations: maxSessions });
    // Bodies are read here, within the limits of now.
    const maxMessageBytes = options.maxMessageBytes ?? MOST_MESSAGE_BYTES;
    this.#sessions = new LegacySessions({ ...options, idleMs, maxMessageBytes });
    this.#handlers = new ModernHandlers({
      ...options,
      maxMessageBytes,
      createServer: (conversation) => createMcpServer(conversation, this.#parts),
    });
  }

  /** Answers one HTTP request for one agent. Never rejects. */
  async fetch(client: McpClient, request: Request, places: CallPlaces): Promise<Response> {
    try {
      return await this.#answer(client, request, places);
    } catch (error) {
      if (places.isClosing()) return notNow('host_draining');
      // Not the message: it names agents that this client may not know of.
      if (MortiseError.is(error)) {
        return jsonRpcError(404, { code: -32_000, message: ERROR_CODES[error.code].summary });
      }
      this.#options.logger.error({ error, agentId: client.agentId }, 'An MCP request failed.');
      return jsonRpcError(500, { code: -32_603, message: 'Internal error' });
    }
  }

  /** Ends the sessions and streams of a principal. */
  endOf(principalId: string): void {
    void this.#sessions.endOf(principalId);
    for (const conversation of this.#pool.dropOf(principalId)) {
      void this.#handlers.close(conversation);
    }
  }

  async close(): Promise<void> {
    const open = this.#pool.close();
    const closing = open.map((conversation) => this.#handlers.close(conversation));
    await Promise.all([this.#sessions.close(), ...closing]);
  }

  async #answer(client: McpClient, request: Request, places: CallPlaces): Promise<Response> {
    // What belongs to a call that still runs, such as its cancellation, is taken while the host closes.
    if (!places.isClosing()) this.#host.agent(client.agentId);
    if (request.method !== 'POST') return this.#answerLegacy(client, request, undefined);
    if (!isJsonContentType(request.headers.get('content-type'))) {
      return jsonRpcError(415, {
        code: -32_000,
        message: 'Content-Type must be application/json.',
      });
    }
    const limit = this.#options.maxMessageBytes ?? messageBytes(this.#host);
    const body = await readRequestBody(request, limit);
    if (body.tooLarge) {
      return jsonRpcError(413, { code: -32_000, message: `A message may have ${limit} bytes.` });
    }
    const message = parseMessage(body.text);
    if (message === undefined)
      return jsonRpcError(400, { code: -32_700, message: 'The body is not valid JSON.' });
    if (Array.isArray(message.value)) {
      return jsonRpcError(400, {
        code: -32_600,
        message: 'Batches are not served; send one message per request.',
      });
    }
    const { id, method } = describeMessage(message.value);
    const isRequest = method !== undefined && id !== undefined;
    if (places.isClosing() && isRequest) return notNow('host_draining', id);
    if (method === 'tools/call' && !(await places.take())) {
      return notNow(places.isClosing() ? 'host_draining' : 'too_busy', id);
    }
    return this.#route(client, request, message.value);
  }

  async #route(client: McpClient, request: Request, message: unknown): Promise<Response> {
    if (await isLegacyRequest(request, message)) {
      return this.#answerLegacy(client, request, message);
    }
    const stated = readSessionHeader(request.headers);
    if (stated.status === 'invalid') return badSessionHeader();
    const sessionKey = stated.status === 'stated' ? stated.key : clientSessionKey(message);
    const conversation = this.#pool.open({ ...client, sessionKey });
    return this.#handlers.of(conversation).fetch(request, { parsedBody: message });
  }

  async #answerLegacy(client: McpClient, request: Request, message: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    const options = message === undefined ? {} : { parsedBody: message };
    if (id !== null) {
      const session = this.#sessions.find(id, client);
      if (session !== undefined) return session.transport.handleRequest(request, options);
      return jsonRpcError(404, {
        code: -32_001,
        message: 'There is no such session. Initialize a new one.',
      });
    }
    if (!isInitializeRequest(message)) {
      return jsonRpcError(400, {
        code: -32_000,
        message: 'A request outside a session must be `initialize`.',
      });
    }
    const stated = readSessionHeader(request.headers);
    if (stated.status === 'invalid') return badSessionHeader();
    const session = await this.#sessions.open(client, (sessionId) => {
      const sessionKey = stated.status === 'stated' ? stated.key : sessionId;
      const conversation = this.#pool.open({ ...client, sessionKey });
      const server = createMcpServer(conversation, this.#parts);
      announceListChanges(server, conversation);
      return server;
    });
    return session.transport.handleRequest(request, options);
  }
}

/** The places that calls of one HTTP request may take; what took them gives them back when it was answered. */
export interface CallPlaces {
  /** Nothing new is taken any more. */
  readonly isClosing: () => boolean;
  /** False if there is none within the time that a call may wait, or if the client went away. */
  readonly take: () => Promise<boolean>;
}

/** What a program that sent it needs to know to send it again. */
export function notNow(code: 'too_busy' | 'host_draining', id?: unknown): Response {
  const { summary, hint } = ERROR_CODES[code];
  return jsonRpcError(
    503,
    { code: -32_000, message: summary },
    { id, data: { code, hint, retryAfterMs: RETRY_MS }, headers: { 'Retry-After': '1' } },
  );
}

const RETRY_MS = 1_000;

function describeMessage(rawMessage: unknown): {
  readonly id?: unknown;
  readonly method?: unknown;
} {
  return typeof rawMessage === 'object' && rawMessage !== null ? { ...rawMessage } : {};
}

function parseMessage(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function badSessionHeader(): Response {
  const rule = `${SESSION_HEADER} takes 1 to 128 visible ASCII characters without blanks.`;
  return jsonRpcError(400, { code: -32_000, message: rule });
}
