import { ProtocolErrorCode, parseJSONRPCMessage } from '@modelcontextprotocol/server';

/** A message that came, whatever it is. */
export interface InboundMessage {
  readonly value: unknown;
  /** Its id and method, if it has any; of what type they are is not checked. */
  readonly id?: unknown;
  readonly method?: unknown;
}

/** Why something that came is taken for no message: the error of JSON-RPC that its sender gets. */
export interface MessageFault {
  readonly code: number;
  readonly message: string;
}

const NOT_JSON: MessageFault = {
  code: ProtocolErrorCode.ParseError,
  message: 'The message is not valid JSON.',
};
const BATCH: MessageFault = {
  code: ProtocolErrorCode.InvalidRequest,
  message: 'Batches are not served; send each message by itself.',
};
const BROKEN: MessageFault = {
  code: ProtocolErrorCode.InvalidRequest,
  message:
    'This is no message of MCP. It has jsonrpc: "2.0", a method, an id that is a string or an integer, params that are an object, and no other key; params._meta is an object, too.',
};

/** Of one that is not read at all. */
export function tooLong(mostBytes: number): MessageFault {
  return { code: -32_000, message: `A message may have ${mostBytes} bytes.` };
}

/** Reads the text of one message. Whether it has the shape of one, `findMessageFault` says. */
export function interpretMessage(rawText: string): InboundMessage | MessageFault {
  let value: unknown;
  try {
    value = JSON.parse(rawText);
  } catch {
    return NOT_JSON;
  }
  if (Array.isArray(value)) return BATCH;
  if (typeof value !== 'object' || value === null) return { value };
  const { id, method } = value as { readonly id?: unknown; readonly method?: unknown };
  return { value, id, method };
}

/** What the servers of the SDK would leave without an answer, whatever way it came. */
export function findMessageFault({ value }: InboundMessage): MessageFault | undefined {
  try {
    parseJSONRPCMessage(value);
    return undefined;
  } catch {
    return BROKEN;
  }
}

/**
 * Whether an error is an answer to it. One to an answer would go back and forth for ever, or be taken for that of
 * another request: both sides count their ids from 0.
 */
export function expectsAnswer({ value, id, method }: InboundMessage): boolean {
  if (method !== undefined) return id !== undefined || typeof method !== 'string';
  return !('result' in Object(value)) && !('error' in Object(value));
}
