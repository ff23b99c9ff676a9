import { needs } from '../missing.ts';
import { Buffer } from './buffer.ts';
import { EventEmitter } from './events.ts';

type Bytes = InstanceType<typeof Buffer>;
type Done = (error?: Error) => void;
type Listener = (event: object) => void;
type Headers = { readonly [name: string]: unknown };

const STATES = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 } as const;
const EVENTS = ['open', 'message', 'close', 'error'] as const;
type EventName = (typeof EVENTS)[number];
/** Of the handshake, which is the host's, or of no consequence. */
const UNSENT =
  /^(?:host|origin|user-agent|connection|upgrade|cache-control|pragma|sec-websocket-.*)$/i;

/** The package `ws`, which opens sockets of its own: here its clients go through the global `WebSocket`. */
export class WebSocket extends EventEmitter {
  readonly #socket: globalThis.WebSocket;
  readonly #listeners = new Map<Listener, (...args: unknown[]) => void>();
  #binaryType = 'nodebuffer';
  readonly isPaused = false;

  constructor(address: unknown, ...rest: unknown[]) {
    super();
    const [protocols] = rest;
    const isNamed = typeof protocols === 'string' || Array.isArray(protocols);
    refuseHeaders(rest[isNamed ? 1 : 0] ?? rest[1]);
    this.#socket = new globalThis.WebSocket(String(address), isNamed ? protocols : []);
    this.#socket.binaryType = 'arraybuffer';
    this.#listen();
  }

  get binaryType(): string {
    return this.#binaryType;
  }

  set binaryType(type: string) {
    this.#binaryType = type;
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  get url(): string {
    return this.#socket.url;
  }

  get protocol(): string {
    return this.#socket.protocol;
  }

  get extensions(): string {
    return '';
  }

  get bufferedAmount(): number {
    return this.#socket.bufferedAmount;
  }

  send(data: unknown, ...rest: unknown[]): void {
    const done = rest.find((each) => typeof each === 'function') as Done | undefined;
    const { binary } = (typeof rest[0] === 'object' ? rest[0] : {}) as {
      readonly binary?: boolean;
    };
    const state = this.readyState;
    if (state === STATES.CONNECTING)
      throw new Error('WebSocket is not open: readyState 0 (CONNECTING)');
    if (state !== STATES.OPEN) {
      const error = new Error(`WebSocket is not open: readyState ${state}`);
      if (done === undefined) throw error;
      queueMicrotask(() => done(error));
      return;
    }
    const isBytes = ArrayBuffer.isView(data) || data instanceof ArrayBuffer;
    const asText =
      binary === false && isBytes ? new TextDecoder().decode(data as Uint8Array) : `${data}`;
    this.#socket.send((isBytes && binary !== false ? data : asText) as string);
    if (done !== undefined) queueMicrotask(() => done());
  }

  /** Codes that only servers and protocols use are not sent. */
  close(code?: number, reason?: unknown): void {
    const isOwn = code === 1_000 || (code !== undefined && code >= 3_000 && code <= 4_999);
    if (isOwn) this.#socket.close(code, reason === undefined ? undefined : `${reason}`);
    else this.#socket.close();
  }

  terminate(): void {
    this.#socket.close();
  }

  /** Whether the other side is there is watched by the host, which says so with `close`. */
  ping(data: unknown = '', ...rest: unknown[]): void {
    const done = rest.find((each) => typeof each === 'function') as Done | undefined;
    queueMicrotask(() => {
      done?.();
      if (this.readyState === STATES.OPEN) this.emit('pong', Buffer.from(`${data}`));
    });
  }

  pong(): void {}

  pause(): void {}

  resume(): void {}

  addEventListener(name: EventName, listener: Listener, options?: { readonly once?: boolean }) {
    const told = (...args: unknown[]) => listener.call(this, this.#event(name, args));
    this.#listeners.set(listener, told);
    if (options?.once === true) this.once(name, told);
    else this.on(name, told);
  }

  removeEventListener(name: EventName, listener: Listener): void {
    const told = this.#listeners.get(listener);
    if (told !== undefined) this.off(name, told);
  }

  #listen(): void {
    const socket = this.#socket;
    socket.addEventListener('open', () => this.emit('open'));
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') this.emit('message', Buffer.from(data), false);
      else this.emit('message', this.#bytes(data), true);
    });
    socket.addEventListener('error', (event) => {
      const { error, message } = event as { readonly error?: unknown; readonly message?: string };
      this.emit('error', error instanceof Error ? error : new Error(message ?? 'it failed'));
    });
    socket.addEventListener('close', ({ code, reason }) =>
      this.emit('close', code, Buffer.from(reason)),
    );
  }

  #bytes(data: ArrayBuffer): unknown {
    if (this.#binaryType === 'arraybuffer') return data;
    const bytes = Buffer.from(data);
    return this.#binaryType === 'fragments' ? [bytes] : bytes;
  }

  #event(type: EventName, [first, second]: readonly unknown[]): object {
    const event = { type, target: this };
    if (type === 'message')
      return { ...event, data: second === true ? first : String(first as Bytes) };
    if (type === 'close') {
      return { ...event, code: first, reason: String(second), wasClean: first !== 1_006 };
    }
    return type === 'error' ? { ...event, error: first, message: (first as Error).message } : event;
  }
}

/** The host sends none that it was not asked to vet; without those that a service wants it would refuse in a way that tells nothing. */
function refuseHeaders(options: unknown): void {
  const { headers } = (options ?? {}) as { readonly headers?: Headers };
  const name = Object.keys(headers ?? {}).find((each) => !UNSENT.test(each));
  if (name === undefined) return;
  throw new Error(`not available in a sandbox: headers of a WebSocket (${name})`);
}

for (const name of EVENTS) {
  const kept = new WeakMap<WebSocket, Listener>();
  Object.defineProperty(WebSocket.prototype, `on${name}`, {
    configurable: true,
    get(this: WebSocket) {
      return kept.get(this) ?? null;
    },
    set(this: WebSocket, listener: unknown) {
      const before = kept.get(this);
      if (before !== undefined) this.removeEventListener(name, before);
      kept.delete(this);
      if (typeof listener !== 'function') return;
      const own: Listener = (event) => listener.call(this, event);
      kept.set(this, own);
      this.addEventListener(name, own);
    },
  });
}

export const WebSocketServer = needs('none', 'ws.WebSocketServer');
export const Server = WebSocketServer;
export const Receiver = needs('none', 'ws.Receiver');
export const Sender = needs('none', 'ws.Sender');
export const createWebSocketStream = needs('none', 'ws.createWebSocketStream');

Object.assign(WebSocket, { ...STATES, WebSocket, WebSocketServer, Server, Receiver, Sender });
Object.assign(WebSocket, { createWebSocketStream });
Object.assign(WebSocket.prototype, STATES);
export default WebSocket;
