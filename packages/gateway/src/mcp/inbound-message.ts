import { isJsonContentType } from '@modelcontextprotocol/server';
import type { HttpExchange } from './http-exchange.ts';
import { type InboundMessage, interpretMessage, tooLong } from './interpret-message.ts';
import { jsonRpcError } from './json-rpc-error.ts';
import { readBody } from './read-body.ts';

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
  if (text === undefined) return jsonRpcError(413, tooLong(mostBytes));
  const message = interpretMessage(text);
  return 'code' in message ? jsonRpcError(400, message) : message;
}
