import {
  type CallToolRequest,
  type CallToolResult,
  type JSONRPCRequest,
  type JSONRPCResponse,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  type Server,
  specTypeSchemas,
} from '@modelcontextprotocol/server';
import { plainContext } from './call-context.ts';
import { type CallToolParts, callTool } from './call-tool.ts';
import { abilitiesOf } from './client-abilities.ts';
import type { HttpExchange } from './http-exchange.ts';

/** A `tools/call` that says which tool and with what, and nothing else. */
export interface PlainCall {
  readonly id: RequestId;
  readonly request: CallToolRequest;
}

export interface PlainCallsParts extends Pick<CallToolParts, 'conversation' | 'newId'> {
  readonly server: Server;
  readonly sessionId: string;
  readonly isLogWanted: () => boolean;
}

/** What answers a plain call needs beside it. */
export interface PlainExchange {
  readonly exchange: HttpExchange;
  /** Aborts when the client cancels the call, or the session ends. */
  readonly signal: AbortSignal;
}

/**
 * Answers the calls of a session that need nothing of the SDK's server: it tries each message against four
 * schemas, the request against two and the result against one, which took as long as a tenth of a call (measured).
 * Calls with metadata, and those of a client that can be asked something, go through the server.
 */
export class PlainCalls {
  readonly #parts: PlainCallsParts;

  constructor(parts: PlainCallsParts) {
    this.#parts = parts;
  }

  /** The call of this message; `undefined` if the server has to answer it. */
  accept({ id, method, params }: JSONRPCRequest): PlainCall | undefined {
    if (method !== 'tools/call' || params === undefined || !this.#isSilentClient) return undefined;
    const { name, arguments: args = {} } = params;
    const isPlain = typeof name === 'string' && isRecord(args) && Object.keys(params).every(isOwn);
    return isPlain ? { id, request: { method, params: { name, arguments: args } } } : undefined;
  }

  /** Its answer, which may be an error. Never rejects. */
  async answer({ id, request }: PlainCall, answered: PlainExchange): Promise<JSONRPCResponse> {
    const { exchange, signal } = answered;
    const { sessionId, isLogWanted, ...parts } = this.#parts;
    const { place } = exchange;
    try {
      const result = await callTool(request, plainContext(id, signal, sessionId), {
        ...{ ...parts, clientId: id, exchange, isLogWanted: false },
        ...(place === undefined ? {} : { place }),
      });
      return { result: requireResult(result), jsonrpc: '2.0', id };
    } catch (error) {
      return { jsonrpc: '2.0', id, error: errorOf(error) };
    }
  }

  /** It can be asked nothing, and wants to be told nothing before the answer. */
  get #isSilentClient(): boolean {
    const { server, isLogWanted } = this.#parts;
    const { elicits, samples } = abilitiesOf(server, { mcpReq: {} });
    return !(elicits || samples || isLogWanted());
  }
}

const OWN_KEYS: ReadonlySet<string> = new Set(['name', 'arguments']);

function isOwn(key: string): boolean {
  return OWN_KEYS.has(key);
}

/** The schema leaves out a field of this name. */
function isRecord(value: unknown): value is Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !Object.hasOwn(value, '__proto__');
}

/** Texts cannot be wrong; what else came from a tool or a server is held to the schema. */
function requireResult(result: Awaited<ReturnType<typeof callTool>>): CallToolResult {
  if ('resultType' in result && result.resultType === 'input_required') {
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'The client cannot be asked.');
  }
  const { content, structuredContent } = result as CallToolResult;
  const isText = structuredContent === undefined && content.every(isPlainText);
  if (isText) return result as CallToolResult;
  const checked = specTypeSchemas.CallToolResult['~standard'].validate(result);
  if (!('issues' in checked) || checked.issues === undefined) return result as CallToolResult;
  const problem = checked.issues.map(({ message }) => message).join('; ');
  const message = `Invalid tools/call result: ${problem}`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function isPlainText(part: CallToolResult['content'][number]): boolean {
  return part.type === 'text' && part.annotations === undefined && part._meta === undefined;
}

/** As the server tells of what its handlers throw. */
function errorOf(error: unknown): { code: number; message: string; data?: unknown } {
  const { code, message, data }: Partial<ProtocolError> = Object(error);
  return {
    code: Number.isSafeInteger(code) ? Number(code) : ProtocolErrorCode.InternalError,
    message: message ?? 'Internal error',
    ...(data === undefined ? {} : { data }),
  };
}
