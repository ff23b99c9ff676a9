import { isJsonContentType } from '@modelcontextprotocol/server';
import type { HttpExchange } from './http-exchange.ts';
import { jsonRpcError } from './json-rpc-error.ts';
import { readBody } from './read-body.ts';

/** A message that came, whatever it is. */
export interface InboundMessage {
  readonly value: unknown;
  /** Its id and method, if it has any; of what type they are is not checked. */
  readonly id?: unknown;
  readonly method?: unknown;
}

/** Reads the one message of a POST, or answers why there is none. */
export async function readMessage(
  exchange: HttpExchange,
  mostBytes: number,
): Promise<InboundMessage | Response> {
  const type = exchange.header('content-type');
  if (type !== 'application/json' && !isJsonContentType(type)) {
    return jsonRpcError(415, { code: -32_000, message: 'Content-Type must be application/json.' });
  }
  const text = await readBody(exchange.incoming, mostBytes);
  if (text === undefined) {
    return jsonRpcError(413, { code: -32_000, message: `A message may have ${mostBytes} bytes.` });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return jsonRpcError(400, { code: -32_700, message: 'The body is not valid JSON.' });
  }
  if (Array.isArray(value)) {
    const message = 'Batches are not served; send one message per request.';
    return jsonRpcError(400, { code: -32_600, message });
  }
  if (typeof value !== 'object' || value === null) return { value };
  const { id, method } = value as { readonly id?: unknown; readonly method?: unknown };
  return { value, id, method };
}
