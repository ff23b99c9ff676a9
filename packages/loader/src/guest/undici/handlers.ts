import { Buffer } from '../builtins/buffer.ts';

/** Where a dispatcher tells what comes of a request. */
export interface Controller {
  readonly aborted: boolean;
  readonly paused: boolean;
  readonly reason: unknown;
  abort(reason?: unknown): void;
  pause(): void;
  resume(): void;
}

export type ResponseHeaders = { [name: string]: string | string[] };

/** Handlers as undici has them since its seventh version. */
export interface Handler {
  onRequestStart?(controller: Controller, context: object): void;
  onResponseStart?(
    controller: Controller,
    ...said: [status: number, headers: ResponseHeaders, text: string]
  ): void;
  onResponseData?(controller: Controller, chunk: Uint8Array): void;
  onResponseEnd?(controller: Controller, trailers: object): void;
  onResponseError?(controller: Controller, error: Error): void;
}

/** And as it had them before. */
export interface OldHandler {
  onConnect?(abort: (reason?: unknown) => void, context: object): void;
  onHeaders?(
    ...said: [status: number, headers: readonly Uint8Array[], resume: () => void, text: string]
  ): unknown;
  onData?(chunk: Uint8Array): unknown;
  onComplete?(trailers: readonly Uint8Array[] | null): void;
  onError?(error: Error): void;
}

/** One form for both. */
export function asHandler(given: Handler & OldHandler): Handler {
  if (typeof given.onRequestStart === 'function' || given.onHeaders === undefined) return given;
  return {
    onRequestStart: (controller, context) =>
      given.onConnect?.((reason) => controller.abort(reason), context),
    onResponseStart: (controller, status, headers, text) => {
      given.onHeaders?.(status, rawHeaders(headers), () => controller.resume(), text);
    },
    onResponseData: (_controller, chunk) => {
      given.onData?.(chunk);
    },
    onResponseEnd: () => given.onComplete?.([]),
    onResponseError: (_controller, error) => given.onError?.(error),
  };
}

function rawHeaders(headers: ResponseHeaders): readonly Uint8Array[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => [Buffer.from(name), Buffer.from(each)]),
  );
}

export function headersOfResponse(response: Response): ResponseHeaders {
  const headers: ResponseHeaders = {};
  const cookies = response.headers.getSetCookie?.() ?? [];
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value;
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  return headers;
}
