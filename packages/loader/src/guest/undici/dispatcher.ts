import { Buffer } from '../builtins/buffer.ts';
import { EventEmitter } from '../builtins/events.ts';
import {
  ClientDestroyedError,
  NotSupportedError,
  RequestAbortedError,
  SocketError,
} from './errors.ts';
import {
  asHandler,
  type Controller,
  type Handler,
  headersOfResponse,
  type OldHandler,
  type ResponseHeaders,
} from './handlers.ts';
import { type DispatchOptions, fetchPartsOf } from './request-parts.ts';
import { ResponseBody } from './response-body.ts';

type Dispatch = (options: DispatchOptions, handler: Handler & OldHandler) => boolean;
type Interceptor = (dispatch: Dispatch) => Dispatch | null | undefined;
type StreamFactory = (answer: object) => NodeJS.WritableStream;

export interface UndiciResponse {
  readonly statusCode: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
  readonly body: ResponseBody;
  readonly trailers: object;
  readonly opaque: unknown;
  readonly context: object;
}

/**
 * undici's dispatchers over `fetch`: connections are the host's, so pools, agents and clients differ only
 * in whether they know the origin.
 */
export class Dispatcher extends EventEmitter {
  #isClosed = false;
  #isDestroyed = false;
  readonly #origin: string | URL | undefined;
  /** A socket of the machine that connections would be made to. */
  readonly socketPath: string | undefined;

  constructor(origin?: unknown, options?: unknown) {
    super();
    this.socketPath = socketPathIn(options);
    const isAddress = typeof origin === 'string' || origin instanceof URL;
    this.#origin = isAddress ? origin : undefined;
  }

  get closed(): boolean {
    return this.#isClosed;
  }

  get destroyed(): boolean {
    return this.#isDestroyed;
  }

  /** What is not reached by the network is not reached; sent elsewhere, a request would be another one. */
  refuseSocket(): void {
    if (this.socketPath === undefined) return;
    throw new NotSupportedError('A socket of the machine is out of reach of a sandbox: socketPath');
  }

  dispatch(options: DispatchOptions, given: Handler & OldHandler): boolean {
    void this.#run(options, asHandler(given));
    return true;
  }

  /** Each stands in front of the ones before it. */
  compose(...given: (Interceptor | readonly Interceptor[])[]): Dispatcher {
    let dispatch: Dispatch = (options, handler) => this.dispatch(options, handler);
    for (const interceptor of given.flat()) dispatch = interceptor(dispatch) ?? dispatch;
    const composed = new Dispatcher(this.#origin, this);
    composed.dispatch = dispatch;
    return composed;
  }

  request(
    options: DispatchOptions,
    callback?: (error: Error | null, answer?: UndiciResponse) => void,
  ): Promise<UndiciResponse> | undefined {
    const answer = new Promise<UndiciResponse>((resolve, reject) => {
      const body = new ResponseBody();
      this.dispatch(options, {
        onRequestStart: (controller) => {
          body.once('close', () => {
            if (!body.readableEnded) controller.abort();
          });
        },
        onResponseStart: (_controller, statusCode, headers, statusText) =>
          resolve({
            ...{ statusCode, statusText, headers, body, trailers: {}, context: {} },
            opaque: options.opaque ?? null,
          }),
        onResponseData: (_controller, chunk) => {
          body.push(chunk);
        },
        onResponseEnd: () => {
          body.push(null);
        },
        onResponseError: (_controller, error) => {
          reject(error);
          body.on('error', () => undefined);
          body.destroy(error);
        },
      });
    });
    if (callback === undefined) return answer;
    answer.then((value) => callback(null, value), callback);
    return undefined;
  }

  async stream(options: DispatchOptions, factory: StreamFactory): Promise<object> {
    const { body, ...answer } = (await this.request(options)) as UndiciResponse;
    const target = factory(answer);
    for await (const chunk of body) target.write(chunk as Uint8Array);
    await new Promise<void>((resolve) => target.end(resolve));
    return answer;
  }

  async close(callback?: () => void): Promise<void> {
    this.#isClosed = true;
    callback?.();
  }

  async destroy(...given: unknown[]): Promise<void> {
    this.#isDestroyed = true;
    this.#isClosed = true;
    const callback = given.find((each) => typeof each === 'function') as (() => void) | undefined;
    callback?.();
  }

  async #run(options: DispatchOptions, handler: Handler): Promise<void> {
    const control = new AbortControl(options.signal);
    try {
      if (this.#isDestroyed) throw new ClientDestroyedError();
      this.refuseSocket();
      handler.onRequestStart?.(control, {});
      const { url, init } = await fetchPartsOf(this.#origin, options);
      const response = await fetch(url, { ...init, signal: control.signal });
      const headers = headersOfResponse(response);
      handler.onResponseStart?.(control, response.status, headers, response.statusText);
      const reader = response.body?.getReader();
      for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
        handler.onResponseData?.(control, Buffer.from(next.value));
      handler.onResponseEnd?.(control, {});
    } catch (error) {
      handler.onResponseError?.(control, control.aborted ? control.error() : asError(error));
    }
  }
}

class AbortControl implements Controller {
  readonly paused = false;
  readonly #abort = new AbortController();

  constructor(outer: AbortSignal | null | undefined) {
    if (outer?.aborted === true) this.abort(outer.reason);
    else outer?.addEventListener?.('abort', () => this.abort(outer.reason), { once: true });
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get aborted(): boolean {
    return this.signal.aborted;
  }

  get reason(): unknown {
    return this.signal.reason;
  }

  abort(reason?: unknown): void {
    this.#abort.abort(reason);
  }

  error(): Error {
    return this.reason instanceof Error ? this.reason : new RequestAbortedError();
  }

  pause(): void {}

  resume(): void {}
}

interface SocketOptions {
  readonly socketPath?: unknown;
  readonly connect?: { readonly socketPath?: unknown } | null;
}

function socketPathIn(options: unknown): string | undefined {
  const { socketPath, connect } = (options ?? {}) as SocketOptions;
  const path = socketPath ?? connect?.socketPath ?? undefined;
  return path === undefined ? undefined : String(path);
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new SocketError(String(thrown));
}
