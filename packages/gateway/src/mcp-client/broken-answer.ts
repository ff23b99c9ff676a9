import { type JSONRPCMessage, ProtocolErrorCode } from '@modelcontextprotocol/client';

/**
 * The error in place of an answer that cannot be read, such as one with `_meta: null`: the SDK leaves it out, and its
 * request would wait until its time is over. `undefined` if the line is no answer.
 */
export function brokenAnswer(line: string): JSONRPCMessage | undefined {
  const { id, method } = Object(readJson(line)) as {
    readonly id?: unknown;
    readonly method?: unknown;
  };
  const isAnswer = method === undefined && (typeof id === 'number' || typeof id === 'string');
  if (!isAnswer) return undefined;
  const message = 'The server answered with what is no answer of JSON-RPC.';
  return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidRequest, message } };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
