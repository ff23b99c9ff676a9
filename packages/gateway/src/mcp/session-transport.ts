import { randomBytes } from 'node:crypto';
import {
  type HandleRequestOptions,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  type TransportSendOptions,
  WebStandardStreamableHTTPServerTransport,
  type WebStandardStreamableHTTPServerTransportOptions,
} from '@modelcontextprotocol/server';
import { cancelledRequest } from './cancelled-request.ts';
import type { ServedRequest } from './create-mcp-server.ts';
import type { HttpExchange } from './http-exchange.ts';
import { ID_IN_USE } from './id-in-use.ts';
import { jsonRpcError } from './json-rpc-error.ts';
import type { PlainCall, PlainCalls } from './plain-calls.ts';
import { QuestionIds } from './question-ids.ts';

/**
 * A session of revision 2025-11-25. Requests in plain good order are answered on the exchanges of Node's server;
 * everything else (streams of changes, answers of clients, what is wrong) is the SDK's, by `handleRequest`.
 */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly id: string;
  readonly #open = new Map<RequestId, HttpExchange>();
  /** Of the plain calls among them. */
  readonly #ending = new Map<RequestId, AbortController>();
  /** Requests that are not being answered yet. */
  readonly #waiting = new Map<HttpExchange, RequestId>();
  /** The requests that are answered the SDK's way. */
  readonly #handed = new Map<RequestId, HttpExchange | undefined>();
  readonly #questions = new QuestionIds(randomBytes(9).toString('base64url'));
  readonly #headers: Readonly<Record<string, string>>;
  #plainCalls: PlainCalls | undefined;
  /** The request that the server is being given; it has not begun to work on it. */
  #given: RequestId | undefined;

  constructor(id: string, options: WebStandardStreamableHTTPServerTransportOptions) {
    super({ ...options, sessionIdGenerator: () => id });
    this.id = id;
    this.#headers = { 'Mcp-Session-Id': id };
  }

  /** A request is being answered, whether or not its client is still there, or waits for its turn. */
  get isServing(): boolean {
    return this.#open.size + this.#waiting.size > 0;
  }

  /** A request waits for its turn: if it is cancelled it has none. To be disposed of when it was its turn. */
  expect(id: RequestId, exchange: HttpExchange): Disposable {
    this.#waiting.set(exchange, id);
    return { [Symbol.dispose]: () => this.#waiting.delete(exchange) };
  }

  /** The request of this id. */
  servedBy(id: RequestId): ServedRequest | undefined {
    const exchange = this.#open.get(id);
    return exchange && { clientId: id, exchange };
  }

  /** From here on the server need not see plain calls. */
  answerPlainBy(calls: PlainCalls): void {
    this.#plainCalls = calls;
  }

  /** Has the server answer; false if it refuses at once, and then nothing was answered. */
  serve(message: JSONRPCRequest, exchange: HttpExchange): boolean {
    const { id } = message;
    // Not initialized yet, or an id that is in use: `handleRequest` says so.
    if (this.sessionId === undefined || this.#isInUse(id)) return false;
    exchange.answerHeaders = this.#headers;
    this.#open.set(id, exchange);
    const plain = this.#plainCalls?.accept(message);
    if (plain !== undefined) {
      exchange.hold();
      void this.#answer(plain, exchange);
      return true;
    }
    this.#given = id;
    this.onmessage?.(message);
    this.#given = undefined;
    if (!this.#open.has(id)) return false;
    // A lost connection cancels nothing in this revision: the exchange stays, with its place, until its answer comes.
    exchange.hold();
    return true;
  }

  override async handleRequest(
    request: Request,
    options?: HandleRequestOptions,
    exchange?: HttpExchange,
  ): Promise<Response> {
    const id = requestIdOf(options?.parsedBody);
    if (id !== undefined && this.#isInUse(id)) return idInUse(id);
    if (id !== undefined) {
      this.#handed.set(id, exchange);
      exchange?.hold();
    }
    const answer = await super.handleRequest(request, this.#read(options));
    if (id !== undefined && !answer.ok) this.#release(id);
    const cancelled = cancelledRequest(options?.parsedBody);
    if (cancelled !== undefined && answer.ok) this.#drop(cancelled);
    return answer;
  }

  /** Takes a message that its client sent to another host, and answers nothing to it: that was answered there. */
  async repeat(message: unknown): Promise<void> {
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...(this.sessionId === undefined ? {} : this.#headers),
      },
      body: JSON.stringify(message),
    });
    const answer = await super.handleRequest(request, this.#read({ parsedBody: message }));
    // It has been taken when its answer has been written.
    await answer.text();
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const isAnswer = 'result' in message || 'error' in message;
    const sent = isAnswer ? message : this.#questions.write(message);
    const relatedRequestId = options?.relatedRequestId;
    const id = isAnswer ? message.id : relatedRequestId;
    const exchange = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || exchange === undefined) {
      if (isAnswer && id !== undefined) this.#release(id);
      return super.send(sent, relatedRequestId === undefined ? {} : { relatedRequestId });
    }
    if (!isAnswer) {
      exchange.send(sent);
      return;
    }
    this.#open.delete(id);
    if (id !== this.#given) exchange.finish(message);
  }

  /** Lets clients whose calls take long see that they still run. */
  keepAlive(): void {
    for (const exchange of this.#open.values()) exchange.keepAlive();
  }

  override async close(): Promise<void> {
    for (const exchange of this.#open.values()) exchange.destroy();
    this.#open.clear();
    for (const ending of this.#ending.values()) ending.abort();
    this.#ending.clear();
    for (const exchange of this.#handed.values()) exchange?.release();
    this.#handed.clear();
    await super.close();
  }

  #isInUse(id: RequestId): boolean {
    return this.#open.has(id) || this.#handed.has(id);
  }

  #read(options: HandleRequestOptions | undefined): HandleRequestOptions | undefined {
    if (options?.parsedBody === undefined) return options;
    return { ...options, parsedBody: this.#questions.read(options.parsedBody) };
  }

  /** By what knows the tools, without the server. */
  async #answer(call: PlainCall, exchange: HttpExchange): Promise<void> {
    const { id } = call;
    const ending = new AbortController();
    this.#ending.set(id, ending);
    const answer = await this.#plainCalls?.answer(call, { exchange, signal: ending.signal });
    // One that was cancelled is not open any more, and its id may be that of another.
    if (ending.signal.aborted || answer === undefined) return;
    this.#ending.delete(id);
    this.#open.delete(id);
    exchange.finish(answer);
  }

  /** A request that was cancelled gets no answer: its exchange would stay open for ever. */
  #drop(id: RequestId): void {
    for (const [exchange, waiting] of this.#waiting) if (waiting === id) exchange.end();
    this.#open.get(id)?.end();
    this.#open.delete(id);
    this.#ending.get(id)?.abort();
    this.#ending.delete(id);
    if (this.#release(id)) this.closeSSEStream(id);
  }

  #release(id: RequestId): boolean {
    this.#handed.get(id)?.release();
    return this.#handed.delete(id);
  }
}

function requestIdOf(message: unknown): RequestId | undefined {
  return isJSONRPCRequest(message) ? message.id : undefined;
}

/** With the status of an answer: clients take any other for a broken connection, and end more than this request. */
function idInUse(id: RequestId): Response {
  return jsonRpcError(200, ID_IN_USE, { id });
}
