import {
  isJSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  PerRequestHTTPServerTransport,
  type RequestId,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import type { ServedRequest } from './create-mcp-server.ts';
import type { HttpExchange } from './http-exchange.ts';
import { MODERN_REVISION } from './plain-request.ts';

const CLASSIFICATION = { era: 'modern', revision: MODERN_REVISION } as const;
const EXTRA: MessageExtraInfo = { classification: CLASSIFICATION };

/** The client lacks what the call needs of it: the one error of a handler that has a status of its own. */
const MISSING_CAPABILITY = -32_021;

/**
 * Revision 2026-07-28 for one conversation, on the exchanges of Node's server. One server answers all requests of
 * the conversation; the SDK's own way is a server and a transport for each, which cost more than the call.
 */
export class ModernTransport extends PerRequestHTTPServerTransport {
  readonly #open = new Map<number, ServedRequest>();
  #last = 0;
  /** The request that the server is being given; it has not begun to work on it. */
  #given: number | undefined;
  #isClosed = false;

  constructor() {
    super({ classification: CLASSIFICATION });
  }

  /** The request that the server knows by this id. */
  servedBy(id: RequestId): ServedRequest | undefined {
    return this.#open.get(Number(id));
  }

  /** Has the server answer; false if it refuses at once, and then nothing was answered. */
  serve(message: JSONRPCRequest, exchange: HttpExchange): boolean {
    // Several clients may share the conversation, and each counts from 0.
    this.#last += 1;
    const id = this.#last;
    this.#open.set(id, { exchange, clientId: message.id });
    this.#given = id;
    this.onmessage?.({ ...message, id }, EXTRA);
    this.#given = undefined;
    if (!this.#open.has(id)) return false;
    exchange.onEnd(() => this.#left(id));
    return true;
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const isAnswer = 'result' in message || 'error' in message;
    const id = Number(isAnswer ? message.id : options?.relatedRequestId);
    const open = this.#open.get(id);
    if (open === undefined) return;
    if (!isAnswer) {
      open.exchange.send(message);
      return;
    }
    this.#open.delete(id);
    if (id === this.#given) return;
    const isMissing = isJSONRPCErrorResponse(message) && message.error.code === MISSING_CAPABILITY;
    open.exchange.finish({ ...message, id: open.clientId }, isMissing ? 400 : 200);
  }

  /** Lets clients whose calls take long see that they still run. */
  keepAlive(): void {
    for (const { exchange } of this.#open.values()) exchange.keepAlive();
  }

  override async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { exchange } of this.#open.values()) exchange.destroy();
    await super.close();
  }

  /** A client that went away does not want its answer any more. */
  #left(id: number): void {
    if (!this.#open.delete(id) || this.#isClosed) return;
    const params = { requestId: id, reason: 'The client went away.' };
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params }, EXTRA);
  }
}
