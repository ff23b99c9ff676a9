import { viewOf } from './byte-source.ts';
import {
  type AskNetwork,
  DOMException,
  Event,
  EventTarget,
  fromBase64,
  networkOfCall,
  TextEncoder,
  toBase64,
  URL,
  useChunk,
} from './core.ts';
import { defineHandlers } from './handler-attributes.ts';
import { promisesSettle } from './promises-settle.ts';

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;
const STATES = { CONNECTING, OPEN, CLOSING, CLOSED } as const;
const PROTOCOL = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const REASON_BYTES = 123;

interface Received {
  readonly messages: readonly { readonly data: string; readonly encoding: 'utf8' | 'base64' }[];
  readonly closed?: { readonly code: number; readonly reason: string; readonly wasClean: boolean };
}

interface Piece {
  readonly data: string;
  readonly encoding: 'utf8' | 'base64';
}

/** `WebSocket` of the web platform. The connection is the host's and ends with the call that made it. */
export class WebSocket extends EventTarget {
  readonly #ask: AskNetwork;
  readonly #stream: number;
  readonly #url: string;
  #state: number = CONNECTING;
  #protocol = '';
  #binaryType = 'blob';
  #buffered = 0;
  #sent: Promise<unknown> = Promise.resolve();

  constructor(url: unknown, protocols: unknown = []) {
    super();
    this.#url = urlOf(url);
    const names = protocolsOf(protocols);
    this.#ask = networkOfCall('WebSocket');
    this.#stream = useChunk('body').nextStream();
    void this.#run(names);
  }

  get url(): string {
    return this.#url;
  }

  get readyState(): number {
    return this.#state;
  }

  get bufferedAmount(): number {
    return this.#buffered;
  }

  get extensions(): string {
    return '';
  }

  get protocol(): string {
    return this.#protocol;
  }

  get binaryType(): string {
    return this.#binaryType;
  }

  set binaryType(type: unknown) {
    if (type === 'blob' || type === 'arraybuffer') this.#binaryType = type;
  }

  send(message: unknown): void {
    if (this.#state === CONNECTING)
      throw new DOMException('The connection is not open yet', 'InvalidStateError');
    const { Blob } = useChunk('body');
    const size = sizeOf(message);
    this.#buffered += size;
    if (this.#state !== OPEN) return;
    const piece = message instanceof Blob ? message.bytes().then(pieceOf) : pieceOf(message);
    // One after the other: messages keep their order.
    this.#sent = this.#sent.then(async () => {
      await this.#ask('send', { stream: this.#stream, ...(await piece) });
      this.#buffered -= size;
    });
    this.#sent.catch(() => undefined);
  }

  close(code?: unknown, reason?: unknown): void {
    const number = code === undefined ? undefined : Number(code);
    const text = reason === undefined ? undefined : `${reason}`;
    if (number !== undefined && number !== 1_000 && !(number >= 3_000 && number <= 4_999))
      throw new DOMException('The code must be 1000 or from 3000 to 4999', 'InvalidAccessError');
    if (text !== undefined && new TextEncoder().encode(text).byteLength > REASON_BYTES)
      throw new DOMException(`The reason is longer than ${REASON_BYTES} bytes`, 'SyntaxError');
    if (this.#state === CLOSING || this.#state === CLOSED) return;
    const isOpen = this.#state === OPEN;
    this.#state = CLOSING;
    const given = {
      ...(number !== undefined && { code: number }),
      ...(text !== undefined && { reason: text }),
    };
    const end = async () =>
      isOpen
        ? this.#ask('close', { stream: this.#stream, ...given })
        : this.#ask('cancel', { stream: this.#stream });
    this.#sent.then(end, end).catch(() => undefined);
  }

  async #run(protocols: readonly string[]): Promise<void> {
    try {
      const opened = (await this.#ask('connect', {
        ...{ stream: this.#stream, url: this.#url },
        ...(protocols.length > 0 && { protocols }),
      })) as { readonly protocol: string };
      this.#protocol = opened.protocol;
      if (this.#state === CONNECTING) {
        this.#state = OPEN;
        this.dispatchEvent(new Event('open'));
      } else await this.#ask('cancel', { stream: this.#stream });
      await this.#receiveAll();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #receiveAll(): Promise<void> {
    for (;;) {
      const received = (await this.#ask('receive', { stream: this.#stream })) as Received;
      for (const { data, encoding } of received.messages) {
        this.#dispatchMessage(encoding === 'utf8' ? data : this.#binary(fromBase64(data)));
        await promisesSettle();
      }
      if (received.closed === undefined) continue;
      this.#finish(received.closed);
      return;
    }
  }

  #dispatchMessage(data: unknown): void {
    if (this.#state !== OPEN && this.#state !== CLOSING) return;
    const { MessageEvent } = useChunk('events');
    const { origin } = new URL(this.#url);
    this.dispatchEvent(new MessageEvent('message', { data, origin }));
  }

  #binary(bytes: Uint8Array<ArrayBuffer>): unknown {
    if (this.#binaryType === 'arraybuffer') return bytes.buffer;
    return new (useChunk('body').Blob)([bytes]);
  }

  #fail(error: unknown): void {
    if (this.#state === CLOSED) return;
    const message = error instanceof Error ? error.message : '';
    const { ErrorEvent } = useChunk('events');
    this.#state = CLOSED;
    this.dispatchEvent(new ErrorEvent('error', { message, error }));
    this.#finish({ code: 1_006, reason: '', wasClean: false });
  }

  #finish(closed: NonNullable<Received['closed']>): void {
    this.#state = CLOSED;
    const { CloseEvent } = useChunk('events');
    this.dispatchEvent(new CloseEvent('close', closed));
  }
}

for (const [name, value] of Object.entries(STATES))
  for (const owner of [WebSocket, WebSocket.prototype])
    Object.defineProperty(owner, name, { value, enumerable: true });
defineHandlers(WebSocket, ['open', 'message', 'error', 'close']);

function urlOf(given: unknown): string {
  let url: InstanceType<typeof URL>;
  try {
    url = new URL(`${given}`.replace(/^http(?=s?:)/i, 'ws'));
  } catch {
    throw new DOMException('The URL is not well-formed', 'SyntaxError');
  }
  if ((url.protocol !== 'ws:' && url.protocol !== 'wss:') || url.href.includes('#'))
    throw new DOMException('The URL of a WebSocket has ws: or wss: and no fragment', 'SyntaxError');
  return url.href;
}

function protocolsOf(given: unknown): readonly string[] {
  const isList = typeof given === 'object' && given !== null && Symbol.iterator in given;
  const names =
    typeof given === 'string' ? [given] : isList ? [...(given as Iterable<unknown>)] : [];
  const texts = names.map((name) => `${name}`);
  if (new Set(texts).size < texts.length || !texts.every((name) => PROTOCOL.test(name)))
    throw new DOMException('The protocols are not well-formed', 'SyntaxError');
  return texts;
}

function sizeOf(message: unknown): number {
  if (message instanceof useChunk('body').Blob) return message.size;
  return viewOf(message)?.byteLength ?? new TextEncoder().encode(`${message}`).byteLength;
}

function pieceOf(message: unknown): Piece {
  const bytes = viewOf(message);
  return bytes === undefined
    ? { data: `${message}`, encoding: 'utf8' }
    : { data: toBase64(bytes), encoding: 'base64' };
}
