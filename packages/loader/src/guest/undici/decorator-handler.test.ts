import { expect, it } from 'vitest';
import * as undici from '../builtins/undici.ts';
import { DecoratorHandler } from './decorator-handler.ts';
import type { Controller, ResponseHeaders } from './handlers.ts';

const CONTROLLER = {} as Controller;

it('undici has the handler that interceptors of packages extend (jsdom does)', () => {
  expect(undici.DecoratorHandler).toBe(DecoratorHandler);
  const seen: unknown[] = [];
  class Louder extends DecoratorHandler {
    override onResponseStart(...[controller, status, ...rest]: Parameters<typeof start>): void {
      super.onResponseStart(controller, status + 1, ...rest);
    }
  }
  const start = (...[, status, , text]: [Controller, number, ResponseHeaders, string]) =>
    void seen.push(status, text);
  const louder = new Louder({ onResponseStart: start, onResponseEnd: () => void seen.push('end') });
  louder.onRequestStart(CONTROLLER, {});
  louder.onResponseStart(CONTROLLER, 200, {}, 'OK');
  louder.onResponseData(CONTROLLER, new Uint8Array());
  louder.onResponseEnd(CONTROLLER, {});
  expect(seen).toEqual([201, 'OK', 'end']);
});
