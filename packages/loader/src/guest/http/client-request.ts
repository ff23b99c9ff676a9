import { Buffer } from '../builtins/buffer.ts';
import { Writable } from '../builtins/stream.ts';
import { IncomingMessage } from './incoming-message.ts';
import { MessageHeaders } from './message-headers.ts';
import { RequestSocket } from './request-socket.ts';
import type { RequestOptions, RequestTarget } from './request-target.ts';

/** `http.ClientRequest` over `fetch`: the body is collected, then the host makes the request. */
export class ClientRequest extends Writable {
  readonly method: string;
  readonly protocol: string;
  readonly host: string;
  readonly path: string;
  readonly agent: unknown;
  readonly socket: RequestSocket;
  readonly connection: RequestSocket;
  readonly reusedSocket = false;
  readonly maxHeadersCount = null;
  readonly res: IncomingMessage | null = null;
  readonly aborted = false;
  readonly headersSent = false;
  readonly finished = false;
  readonly #url: URL;
  readonly #headers = new MessageHeaders();
  readonly #chunks: Uint8Array[] = [];
  readonly #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ url, options, onResponse }: RequestTarget) {
    // A request whose body is complete goes on until it is answered.
    super({ autoDestroy: false, emitClose: false });
    this.#url = url;
    this.method = (options.method ?? 'GET').toUpperCase();
    this.protocol = url.protocol;
    this.host = url.hostname;
    this.path = `${url.pathname}${url.search}`;
    this.agent = options.agent;
    this.socket = new RequestSocket(url.protocol === 'https:');
    this.connection = this.socket;
    this.#takeHeaders(options);
    if (onResponse !== undefined) this.once('response', onResponse);
    if (options.timeout) this.setTimeout(options.timeout);
    const { signal } = options;
    if (signal?.aborted === true) this.destroy(signal.reason);
    else signal?.addEventListener('abort', () => this.destroy(signal.reason), { once: true });
    queueMicrotask(() => {
      this.emit('socket', this.socket);
      this.socket.emit('connect');
      if (this.socket.encrypted) this.socket.emit('secureConnect');
    });
  }

  setHeader(name: string, value: string | number | readonly string[]): this {
    this.#headers.set(name, value);
    return this;
  }

  appendHeader(name: string, value: string | readonly string[]): this {
    this.#headers.append(name, value);
    return this;
  }

  setHeaders(headers: Iterable<readonly [string, string]>): this {
    for (const [name, value] of headers) this.setHeader(name, value);
    return this;
  }

  getHeader(name: string): unknown {
    return this.#headers.get(name);
  }

  getHeaders(): object {
    return this.#headers.all();
  }

  getHeaderNames(): string[] {
    return this.#headers.names();
  }

  getRawHeaderNames(): string[] {
    return this.#headers.rawNames();
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name);
  }

  removeHeader(name: string): void {
    this.#headers.remove(name);
  }

  flushHeaders(): void {}

  setNoDelay(): void {}

  setSocketKeepAlive(): void {}

  setTimeout(ms: number, callback?: () => void): this {
    if (callback !== undefined) this.once('timeout', callback);
    clearTimeout(this.#timer);
    if (ms > 0 && ms < 600_000) {
      this.#timer = setTimeout(() => {
        this.socket.emit('timeout');
        this.emit('timeout');
      }, ms);
    }
    return this;
  }

  abort(): void {
    Object.assign(this, { aborted: true });
    this.emit('abort');
    this.destroy();
  }

  override _write(
    chunk: string | Uint8Array,
    encoding: string,
    callback: (error?: Error) => void,
  ): void {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding as 'utf8') : chunk);
    callback();
  }

  override _final(callback: (error?: Error) => void): void {
    Object.assign(this, { finished: true, headersSent: true });
    callback();
    void this.#send();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    this.#abort.abort(error ?? undefined);
    this.socket.destroy();
    const isEarly = this.res === null && error === null;
    callback(isEarly ? hangUp() : error);
    if (this.res !== null && !this.res.complete) this.res.destroy(error ?? undefined);
  }

  #takeHeaders(options: RequestOptions): void {
    const { headers = {}, auth } = options;
    if (Array.isArray(headers)) {
      const isFlat = !Array.isArray(headers[0]);
      for (let index = 0; index < headers.length; index += isFlat ? 2 : 1) {
        const [name, value] = isFlat ? [headers[index], headers[index + 1]] : headers[index];
        this.#headers.append(name, value);
      }
    } else {
      for (const [name, value] of Object.entries(headers)) {
        if (value !== undefined && value !== null) this.#headers.set(name, value);
      }
    }
    if (auth && !this.#headers.has('authorization')) {
      this.#headers.set('Authorization', `Basic ${Buffer.from(auth).toString('base64')}`);
    }
    if (!this.#headers.has('host')) this.#headers.set('Host', this.#url.host);
  }

  async #send(): Promise<void> {
    try {
      const body = this.#body();
      const response = await fetch(this.#url.href, {
        ...{ method: this.method, headers: this.#headers.sendable(), redirect: 'manual' },
        ...(body === undefined ? {} : { body }),
        signal: this.#abort.signal,
      } as RequestInit);
      if (this.destroyed) return;
      this.#answer(response);
    } catch (error) {
      if (!this.destroyed) this.destroy(asError(error));
    }
  }

  #answer(response: Response): void {
    clearTimeout(this.#timer);
    const message = new IncomingMessage(this.socket);
    Object.assign(message, { req: this });
    Object.assign(this, { res: message });
    message.once('close', () => this.emit('close'));
    message.fill(response);
    // A response that no listener takes flows away, as in Node.
    if (!this.emit('response', message)) message.resume();
  }

  #body(): Uint8Array | undefined {
    if (this.#chunks.length === 0) return undefined;
    const whole = Buffer.concat(this.#chunks);
    return this.method === 'GET' || this.method === 'HEAD' ? undefined : whole;
  }
}

function hangUp(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
