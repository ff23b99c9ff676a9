import { DecoratorHandler } from '../undici/decorator-handler.ts';
import { Dispatcher, type UndiciResponse } from '../undici/dispatcher.ts';
import * as errors from '../undici/errors.ts';
import type { DispatchOptions } from '../undici/request-parts.ts';

/**
 * The package `undici`, which opens sockets of its own: here its requests go through `fetch`. What is
 * about connections (pools, proxies, keep-alive) is taken and has no effect.
 */
export { DecoratorHandler, Dispatcher, errors };

export class Client extends Dispatcher {}
export class Pool extends Dispatcher {}
export class BalancedPool extends Dispatcher {}
export class RoundRobinPool extends Dispatcher {}
export class H2CClient extends Dispatcher {}
/** Agents are given options and no origin; each request says its own. */
export class Agent extends Dispatcher {
  constructor(options?: unknown) {
    super(undefined, options);
  }
}
export class ProxyAgent extends Agent {}
export class EnvHttpProxyAgent extends Agent {}

/** Stands before another one, whose origin it has. */
export class RetryAgent extends Agent {
  constructor(inner: Dispatcher) {
    super(inner);
    this.dispatch = (options, handler) => inner.dispatch(options, handler);
  }
}

const passOn = () => (dispatch: unknown) => dispatch;
export const interceptors = {
  ...{ redirect: passOn, retry: passOn, dump: passOn, dns: passOn, cache: passOn },
  ...{ responseError: passOn, decompress: passOn, deduplicate: passOn },
};

let global_: Dispatcher = new Agent();

export function getGlobalDispatcher(): Dispatcher {
  return global_;
}

export function setGlobalDispatcher(dispatcher: Dispatcher): void {
  if (typeof dispatcher?.dispatch !== 'function')
    throw new errors.InvalidArgumentError('Argument agent must implement Agent');
  global_ = dispatcher;
}

interface RequestOptions extends DispatchOptions {
  readonly dispatcher?: Dispatcher;
}

type Address = string | URL | { readonly origin?: string; readonly path?: string };

export async function request(
  address: Address,
  options: RequestOptions = {},
): Promise<UndiciResponse> {
  const { dispatcher = global_, ...rest } = options;
  const asked = { ...placeOf(address), ...rest };
  const method = asked.method ?? (asked.body ? 'PUT' : 'GET');
  return (await dispatcher.request({ ...asked, method })) as UndiciResponse;
}

export function stream(
  address: Address,
  options: RequestOptions,
  factory: Parameters<Dispatcher['stream']>[1],
): Promise<object> {
  const { dispatcher = global_, ...rest } = options;
  return dispatcher.stream({ ...placeOf(address), ...rest }, factory);
}

function placeOf(address: Address): DispatchOptions {
  if (typeof address !== 'string' && !(address instanceof URL)) return address;
  const url = new URL(address);
  return { origin: url.origin, path: `${url.pathname}${url.search}` };
}

export async function fetch(
  input: Parameters<typeof globalThis.fetch>[0],
  init?: object,
): ReturnType<typeof globalThis.fetch> {
  const { dispatcher = global_, ...rest } = (init ?? {}) as { readonly dispatcher?: Dispatcher };
  dispatcher.refuseSocket?.();
  return globalThis.fetch(input, rest);
}

export const Headers: typeof globalThis.Headers = globalThis.Headers;
export const Request: typeof globalThis.Request = globalThis.Request;
export const Response: typeof globalThis.Response = globalThis.Response;
export const FormData: typeof globalThis.FormData = globalThis.FormData;
export const File: typeof globalThis.File = globalThis.File;
export const WebSocket: typeof globalThis.WebSocket = globalThis.WebSocket;
export const EventSource = (globalThis as { readonly EventSource?: unknown }).EventSource;
export const MessageEvent: typeof globalThis.MessageEvent = globalThis.MessageEvent;

type Connector = (options: unknown, done: (error: Error) => void) => void;

/**
 * Connections are the host's. An agent takes what this gives as all that is about connections; it fails for
 * code that connects by itself, and at once where it would lead to a socket of the machine.
 */
export function buildConnector(options?: unknown): Connector {
  new Dispatcher(undefined, options).refuseSocket();
  return (_to, done) => done(new errors.NotSupportedError('connections are made by the host'));
}

/** Nothing to install: the globals are there. */
export function install(): void {}

export const util = {
  headerNameToString: (name: unknown): string => String(name).toLowerCase(),
  parseHeaders: (raw: readonly unknown[]): { [name: string]: string | string[] } => {
    const headers: { [name: string]: string | string[] } = {};
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const name = String(raw[at]).toLowerCase();
      const before = headers[name];
      const value = String(raw[at + 1]);
      headers[name] = before === undefined ? value : [before, value].flat();
    }
    return headers;
  },
};
