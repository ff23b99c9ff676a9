import {
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  RELATED_TASK_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { HttpExchange } from './http-exchange.ts';

/** The revision without sessions. */
export const MODERN_REVISION = '2026-07-28';

/** What clients ask most. */
const PLAIN_METHODS: ReadonlySet<unknown> = new Set(['tools/call', 'tools/list']);
const OWN_KEYS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

/** A message that is nothing but a request for tools in good order, and of which revision. */
export interface PlainRequest {
  readonly message: JSONRPCRequest;
  readonly isModern: boolean;
}

/**
 * Recognises the requests that need no transport of the SDK around them: with one of the usual methods, and with
 * headers that say the same as the body. Everything else is `undefined` and goes to the SDK, which knows
 * what is wrong with it.
 */
export function plainRequest(
  rawMessage: unknown,
  exchange: HttpExchange,
): PlainRequest | undefined {
  if (!isObject(rawMessage) || !PLAIN_METHODS.has(rawMessage['method'])) return undefined;
  const { jsonrpc, id, params = {} } = rawMessage;
  const isFramed = jsonrpc === '2.0' && isId(id) && Object.keys(rawMessage).every(isOwn);
  if (!isFramed || !isObject(params) || !acceptsBoth(exchange.header('accept'))) return undefined;
  // Of this shape it is one; what its parameters are is checked where they are used.
  const message = rawMessage as unknown as JSONRPCRequest;
  const { _meta: meta = {} } = params;
  if (!isPlainMeta(meta)) return undefined;
  const claimed = meta[PROTOCOL_VERSION_META_KEY];
  if (claimed === undefined) return isLegacy(exchange) ? { message, isModern: false } : undefined;
  return isModern(claimed, message, exchange) ? { message, isModern: true } : undefined;
}

function isLegacy(exchange: HttpExchange): boolean {
  const stated = exchange.header('mcp-protocol-version');
  return stated === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(stated);
}

/** Headers repeat what proxies go by; they must be there and agree. */
function isModern(claimed: unknown, { method, params }: JSONRPCRequest, exchange: HttpExchange) {
  const name = method === 'tools/call' ? params?.['name'] : undefined;
  return (
    claimed === MODERN_REVISION &&
    exchange.header('mcp-protocol-version') === MODERN_REVISION &&
    exchange.header('mcp-method') === method &&
    (method !== 'tools/call' || (name !== undefined && exchange.header('mcp-name') === name))
  );
}

/** A message that the SDK's server takes for no request is left without an answer by it. */
function isPlainMeta(meta: unknown): meta is Readonly<Record<string, unknown>> {
  if (!isObject(meta) || Object.hasOwn(meta, RELATED_TASK_META_KEY)) return false;
  const { progressToken } = meta;
  return progressToken === undefined || isId(progressToken);
}

function acceptsBoth(accept = ''): boolean {
  return accept.includes('application/json') && accept.includes('text/event-stream');
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isOwn(key: string): boolean {
  return OWN_KEYS.has(key);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
