import { Agent, globalAgent } from '../http/agent.ts';
import { ClientRequest } from '../http/client-request.ts';
import { IncomingMessage } from '../http/incoming-message.ts';
import { requestTarget } from '../http/request-target.ts';
import { MAX_HEADER_SIZE, METHOD_NAMES, STATUS_TEXTS } from '../http/tables.ts';

export { Agent, ClientRequest, globalAgent, IncomingMessage };
export const METHODS = METHOD_NAMES;
export const STATUS_CODES = STATUS_TEXTS;
export const maxHeaderSize = MAX_HEADER_SIZE;

/** Requests go out through `fetch`, so what holds for it (hosts, methods, sizes) holds here. */
export function request(...args: unknown[]): ClientRequest {
  return new ClientRequest(requestTarget(args, 'http:'));
}

export function get(...args: unknown[]): ClientRequest {
  const made = request(...args);
  made.end();
  return made;
}

export function validateHeaderName(name: string): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    const message = `Header name must be a valid HTTP token ["${name}"]`;
    throw Object.assign(new TypeError(message), { code: 'ERR_INVALID_HTTP_TOKEN' });
  }
}

export function validateHeaderValue(name: string, value: unknown): void {
  if (value === undefined || /[^\t\x20-\x7e\x80-\xff]/.test(`${value}`)) {
    const message = `Invalid character in header content ["${name}"]`;
    throw Object.assign(new TypeError(message), { code: 'ERR_INVALID_CHAR' });
  }
}

export function setMaxIdleHTTPParsers(): void {}
