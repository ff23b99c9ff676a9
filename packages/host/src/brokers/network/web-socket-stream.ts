import type { CapabilitySubject, OperationOutput } from '@mortise/contracts';
import type { RawData, WebSocket } from 'ws';
import { failed } from '../broker-refusal.ts';
import { createRedactor } from '../secrets/create-redactor.ts';
import type { SecretPlaceholders } from '../secrets/secret-placeholders.ts';
import type { OpenStream } from './call-streams.ts';
import { bodyFill } from './fill-request.ts';

type Received = OperationOutput<'network', 'receive'>;
type Message = Received['messages'][number];

/** More that nothing asks for is left in the connection, whose other end then waits. */
const MOST_MESSAGES = 64;
const MOST_CHARS = 262_144;
/** How a connection ends that was not closed. */
const ABNORMAL = 1_006;

export interface WebSocketStreamParts {
  readonly url: URL;
  readonly subject: CapabilitySubject;
  readonly placeholders: SecretPlaceholders;
  /** Of one message that is sent. */
  readonly maxBytes: number;
}

/** A WebSocket of a guest: what came waits here until it is asked for. */
export class WebSocketStream implements OpenStream {
  readonly #socket: WebSocket;
  readonly #parts: WebSocketStreamParts;
  #messages: Message[] = [];
  #chars = 0;
  #closed: Received['closed'];
  #wake: (() => void) | undefined;

  /** To be made before the socket is open: messages may come with the handshake. */
  constructor(socket: WebSocket, parts: WebSocketStreamParts) {
    this.#socket = socket;
    this.#parts = parts;
    socket.on('message', (data, isBinary) => this.#add(data, isBinary));
    socket.on('close', (code, reason) => {
      const text = this.#redact(reason.toString('latin1'));
      this.#closed = { code, reason: fromLatin1(text, 'utf8'), wasClean: code !== ABNORMAL };
      this.#wake?.();
    });
    // An error is always followed by its end, which says the rest.
    socket.on('error', () => undefined);
  }

  async receive(): Promise<Received> {
    if (this.#wake !== undefined) throw failed('Something waits for its messages already.');
    if (this.#messages.length === 0 && this.#closed === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    const messages = this.#messages;
    this.#messages = [];
    this.#chars = 0;
    if (this.#socket.isPaused) this.#socket.resume();
    return { messages, ...(this.#closed !== undefined && { closed: this.#closed }) };
  }

  /** Answers when the message has left. */
  send(data: string, encoding: 'utf8' | 'base64'): Promise<null> {
    const { maxBytes, placeholders } = this.#parts;
    const bytes = Buffer.from(data, encoding);
    if (bytes.length > maxBytes) throw failed(`The message is larger than ${maxBytes} bytes.`);
    const filled = Buffer.from(
      bodyFill(this.#parts, placeholders)(bytes.toString('latin1')),
      'latin1',
    );
    return new Promise((resolve, reject) => {
      this.#socket.send(filled, { binary: encoding === 'base64' }, (error) =>
        error ? reject(failed('The connection is closed.')) : resolve(null),
      );
    });
  }

  /** Asks the other end to close, too. */
  end(code: number | undefined, reason: string | undefined): void {
    this.#socket.close(code, reason);
  }

  close(): void {
    this.#socket.terminate();
  }

  #add(raw: RawData, isBinary: boolean): void {
    const encoding = isBinary ? 'base64' : 'utf8';
    const data = fromLatin1(this.#redact(bytesOf(raw).toString('latin1')), encoding);
    this.#messages.push({ data, encoding });
    this.#chars += data.length;
    if (this.#messages.length >= MOST_MESSAGES || this.#chars >= MOST_CHARS) this.#socket.pause();
    this.#wake?.();
  }

  /** Bytes as characters of one byte each; a value stands there as the bytes of its UTF-8. */
  #redact(latin1: string): string {
    const { placeholders, subject } = this.#parts;
    const values = placeholders.valuesOf(subject);
    if (values.length === 0) return latin1;
    const asBytes = values.map((value) => Buffer.from(value, 'utf8').toString('latin1'));
    return createRedactor([...asBytes, ...values]).redact(latin1);
  }
}

function bytesOf(raw: RawData): Buffer {
  if (Buffer.isBuffer(raw)) return raw;
  return Array.isArray(raw) ? Buffer.concat(raw) : Buffer.from(raw);
}

function fromLatin1(text: string, encoding: 'utf8' | 'base64'): string {
  return Buffer.from(text, 'latin1').toString(encoding);
}
