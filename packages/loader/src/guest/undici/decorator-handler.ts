import type { Controller, Handler, ResponseHeaders } from './handlers.ts';

/** Hands on to another handler all that a request tells; interceptors extend it and change what they are about. */
export class DecoratorHandler implements Handler {
  readonly #handler: Handler;

  constructor(handler: Handler) {
    if (typeof handler !== 'object' || handler === null)
      throw new TypeError('handler must be an object');
    this.#handler = handler;
  }

  onRequestStart(controller: Controller, context: object): void {
    this.#handler.onRequestStart?.(controller, context);
  }

  onResponseStart(
    controller: Controller,
    ...said: [status: number, headers: ResponseHeaders, text: string]
  ): void {
    this.#handler.onResponseStart?.(controller, ...said);
  }

  onResponseData(controller: Controller, chunk: Uint8Array): void {
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Controller, trailers: object): void {
    this.#handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Controller, error: Error): void {
    this.#handler.onResponseError?.(controller, error);
  }
}
