import type { Readable, Writable } from 'node:stream';
import {
  type JSONRPCMessage,
  type RequestId,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { cancelledRequest } from './cancelled-request.ts';
import { ID_IN_USE } from './id-in-use.ts';
import {
  expectsAnswer,
  findMessageFault,
  interpretMessage,
  type MessageFault,
  tooLong,
} from './interpret-message.ts';
import { describeJsonRpcError } from './json-rpc-error.ts';
import { longRequestId } from './long-request.ts';
import { type LongLine, MessageLines } from './message-lines.ts';

export interface StdioTransportParts {
  readonly input: Readable;
  readonly output: Writable;
  /** Of one message. */
  readonly mostBytes: number;
  /** What requests that are being answered get for that when the input ends. */
  readonly drainMs: number;
  /** What came is not served; its sender knows if it can be told. */
  readonly onRefused: (fault: MessageFault) => void;
}

/**
 * MCP on a pair of streams, a message a line. Unlike the transport of the SDK it answers what is no message:
 * that one leaves it out, and its sender waits.
 */
export class StdioTransport implements Transport {
  // The three listeners are the protocol's to set.
  declare onclose?: () => void;
  declare onerror?: (error: Error) => void;
  declare onmessage?: NonNullable<Transport['onmessage']>;
  readonly #parts: StdioTransportParts;
  readonly #lines: MessageLines;
  /** Requests that are being answered, by their methods. */
  readonly #open = new Map<RequestId, string>();
  /** Until what is being answered is ended; there once the input has ended. */
  #leaving: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: StdioTransportParts) {
    this.#parts = parts;
    this.#lines = new MessageLines(parts.mostBytes);
  }

  async start(): Promise<void> {
    const { input, output } = this.#parts;
    output.off('error', ignore).on('error', this.#onOutputError);
    input.on('data', this.#onData).on('error', this.#onInputError);
    input.on('end', this.#onEnd).on('close', this.#onEnd);
    if (input.readableEnded || input.destroyed) setImmediate(this.#onEnd);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error('The client is gone.');
    const isAnswer = 'result' in message || 'error' in message;
    if (isAnswer && message.id !== undefined) this.#open.delete(message.id);
    await this.#write(serializeMessage(message));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#leaving);
    const { input, output } = this.#parts;
    input.off('data', this.#onData).off('error', this.#onInputError);
    input.off('end', this.#onEnd).off('close', this.#onEnd);
    // What was written last may fail still.
    output.off('error', this.#onOutputError).off('error', ignore).on('error', ignore);
    // It would keep the process alive.
    if (input.listenerCount('data') === 0) input.pause();
    this.#lines.clear();
    this.onclose?.();
  }

  readonly #onInputError = (error: Error): void => this.onerror?.(error);

  readonly #onOutputError = (error: Error): void => {
    this.onerror?.(error);
    void this.close();
  };

  /** A client that has asked all it wants to know may end our input, and reads still. */
  readonly #onEnd = (): void => {
    if (this.#isClosed) return;
    this.#leaving ??= setTimeout(() => void this.close(), this.#parts.drainMs);
    this.#closeIfDone();
  };

  readonly #onData = (piece: Buffer): void => {
    for (const line of this.#lines.push(piece)) this.#read(line);
  };

  #read(rawLine: string | LongLine): void {
    if (this.#isClosed) return;
    if (typeof rawLine !== 'string') {
      this.#refuse(tooLong(this.#parts.mostBytes), { id: longRequestId(rawLine) });
      return;
    }
    if (rawLine.trim() === '') return;
    const message = interpretMessage(rawLine);
    if ('code' in message) {
      this.#refuse(message, { id: null });
      return;
    }
    const fault = findMessageFault(message);
    if (fault === undefined) this.#take(message.value as JSONRPCMessage);
    else this.#refuse(fault, expectsAnswer(message) ? { id: message.id } : undefined);
  }

  #take(message: JSONRPCMessage): void {
    const isRequest = 'method' in message && 'id' in message;
    if (isRequest && this.#open.has(message.id)) {
      this.#refuse(ID_IN_USE, message);
      return;
    }
    if (isRequest) this.#open.set(message.id, message.method);
    const cancelled = isRequest ? undefined : cancelledRequest(message);
    if (cancelled !== undefined) this.#open.delete(cancelled);
    this.onmessage?.(message);
  }

  /** Without an answer if none is due. */
  #refuse(fault: MessageFault, request: { readonly id: unknown } | undefined): void {
    this.#parts.onRefused(fault);
    if (request === undefined) return;
    const answer = JSON.stringify(describeJsonRpcError(fault, request));
    this.#write(`${answer}\n`).catch(ignore);
  }

  /** Ends when there is room for more. */
  #write(text: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const hasRoom = this.#parts.output.write(text, (error) => {
      if (error) reject(error);
      else resolve();
      this.#closeIfDone();
    });
    if (hasRoom) resolve();
    return promise;
  }

  /** Everything was answered, and what was written is out. Streams of changes have no end of their own. */
  #closeIfDone(): void {
    if (this.#leaving === undefined || this.#parts.output.writableLength > 0) return;
    const methods = [...this.#open.values()];
    if (methods.every((method) => method === 'subscriptions/listen')) void this.close();
  }
}

function ignore(): void {}
