import {
  type Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Tool,
} from '@modelcontextprotocol/client';
import {
  boundMessage,
  entryKind,
  type FailureCode,
  fail,
  jsonDepthWithin,
  type ResolvedLimits,
  type RunPorts,
  type RunRequest,
  refuse,
  type ToolOutcome,
  type ToolRunner,
} from '@mortise/contracts';
import { askRemoteOffer } from './ask-remote-offer.ts';
import { interpretRemoteResult } from './interpret-remote-result.ts';
import { isSessionLost } from './is-session-lost.ts';
import { OpenCall } from './open-call.ts';
import type { OpenCalls } from './open-calls.ts';
import type { RemoteTool } from './server-offer.ts';

export interface RemoteRunnerParts {
  readonly server: string;
  /** The connection of now, if there is one. */
  readonly client: () => Client | undefined;
  /** Makes one, if the server starts with its first call. */
  readonly wake?: (() => Promise<Client | undefined>) | undefined;
  readonly remoteTool: (toolName: string) => RemoteTool | undefined;
  /** Of the names that the server has here. */
  readonly prefix: string;
  /** Whether the configuration denies an address of the server. */
  readonly isDenied: (uri: string) => boolean;
  /** Whether something was granted to the server that waits for people. */
  readonly mayWait: boolean;
  readonly calls: OpenCalls;
  /** In force for the server now. */
  readonly limits: () => ResolvedLimits;
  /** Called when a request shows that a connection is gone. */
  readonly onLost: (client: Client, error: unknown) => void;
}

/**
 * Runs the tools of an MCP server. The server checks arguments against its schemas itself: they are
 * its own, and one that never ends must not end the host.
 */
export function createRemoteRunner(parts: RemoteRunnerParts): ToolRunner {
  return {
    async run(request, ports) {
      if (ports.signal.aborted) return refuse('aborted_before_start', '');
      const limits = parts.limits();
      const args = readArguments(request.args, limits);
      if (args === undefined)
        return refuse('input_invalid', 'The arguments are not an object of bounded size.');
      const client = parts.client() ?? (await wake(parts, request, ports));
      const tool = parts.remoteTool(request.toolName);
      if (client === undefined || tool === undefined) {
        return refuse(
          'mcp_server_unavailable',
          `The MCP server "${parts.server}" is not connected.`,
        );
      }
      if (request.mode === 'validate') return { status: 'ok', content: [] };
      using call = new OpenCall({ request, ports, mayWait: parts.mayWait });
      try {
        return await parts.calls.run(call, () =>
          askServer(client, { ...parts, tool, args, call, limits }),
        );
      } catch (error) {
        const { code, message, isLost = false } = interpretError(error, call, parts.server);
        if (isLost) parts.onLost(client, error);
        else void loseForgotten(client, error, parts);
        return fail(code, boundMessage(message, limits));
      }
    },
  };
}

/** The session is gone for all calls, not for this one alone. */
async function loseForgotten(
  client: Client,
  error: unknown,
  { onLost }: Pick<RemoteRunnerParts, 'onLost'>,
): Promise<void> {
  if (await isSessionLost(client, error)) onLost(client, error);
}

interface AskedServer extends Pick<RemoteRunnerParts, 'prefix' | 'isDenied'> {
  readonly tool: RemoteTool;
  readonly args: Record<string, unknown>;
  readonly call: OpenCall;
  readonly limits: ResolvedLimits;
}

/** Calls a tool, or asks for a prompt or a resource; rejects as any request does. */
async function askServer(
  client: Client,
  { tool, args, call, limits, prefix, isDenied }: AskedServer,
): Promise<ToolOutcome> {
  const options = requestOptions(call, limits);
  const { trace } = call.request;
  if (entryKind(tool.name) !== 'tool') {
    const offer = { name: tool.name, args, limits, prefix, isDenied };
    return askRemoteOffer(client, offer, options);
  }
  const result = await client.callTool(
    {
      ...{ name: tool.name, arguments: args },
      ...(trace === undefined ? {} : { _meta: { ...trace } }),
    },
    { ...options, toolDefinition: definitionOf(tool) },
  );
  return interpretRemoteResult(result, limits);
}

/**
 * Which arguments go into headers as well (revision 2026-07-28) stands in the schema that was approved. Without it the
 * client would list the server's tools once more, all pages of them, when the server says that a header is missing.
 */
function definitionOf({ name, schema }: RemoteTool): Tool {
  return { name, inputSchema: schema as Tool['inputSchema'] };
}

/** A call may wait for the start of its server, and is refused before its own time is over. */
const WAKE_SHARE = 0.9;

async function wake(
  { wake: start }: RemoteRunnerParts,
  { timeoutMs }: RunRequest,
  { signal }: RunPorts,
): Promise<Client | undefined> {
  if (start === undefined) return undefined;
  const late = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs * WAKE_SHARE)]);
  const given = Promise.withResolvers<undefined>();
  const giveUp = () => given.resolve(undefined);
  late.addEventListener('abort', giveUp, { once: true });
  const client = await Promise.race([start(), given.promise]);
  late.removeEventListener('abort', giveUp);
  return client;
}

/** Longer than people are waited for; the clock of the call ends it before. */
const LONGEST_MS = 86_400_000;

function requestOptions(call: OpenCall, { errorChars }: ResolvedLimits) {
  const { request, ports, signal, mayWait } = call;
  const { onProgress } = ports;
  const timeoutMs = mayWait ? LONGEST_MS : request.timeoutMs;
  return {
    signal,
    timeout: timeoutMs,
    maxTotalTimeout: timeoutMs,
    onprogress: ({ progress, total, message = '' }: RemoteProgress) => {
      const percent = total !== undefined && total > 0 ? (progress / total) * 100 : undefined;
      onProgress({
        message: message.slice(0, errorChars),
        ...(percent === undefined ? {} : { percent }),
      });
    },
  };
}

interface RemoteProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

function readArguments(
  rawArguments: unknown,
  { argumentDepth, argumentBytes }: ResolvedLimits,
): Record<string, unknown> | undefined {
  const args = rawArguments ?? {};
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return undefined;
  if (!jsonDepthWithin(args, argumentDepth)) return undefined;
  const text = writeJson(args);
  if (text === undefined || Buffer.byteLength(text) > argumentBytes) {
    return undefined;
  }
  return JSON.parse(text) as Record<string, unknown>;
}

/** `undefined` for what JSON has no word for, and for what throws when it is read. */
function writeJson(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

interface RemoteFailure {
  readonly code: FailureCode;
  readonly message: string;
  /** The connection is gone, and not this call alone. */
  readonly isLost?: boolean;
}

function interpretError(
  error: unknown,
  { ports, isLate }: OpenCall,
  server: string,
): RemoteFailure {
  if (ports.signal.aborted) {
    return failed('aborted', 'The call was cancelled while the server worked on it.');
  }
  if (error instanceof ProtocolError) return failed('execution_failed', error.message);
  const code = error instanceof SdkError ? error.code : undefined;
  if (code === SdkErrorCode.CapabilityNotSupported) {
    const message = `The MCP server "${server}" asks for something that is not granted to it (mcp_servers.${server}.grants): ${describe(error)}`;
    return failed('execution_failed', message);
  }
  if (isLate || code === SdkErrorCode.RequestTimeout) {
    return failed('timeout', `The MCP server "${server}" gave no answer in time.`);
  }
  if (isUnreadable(error) || (code !== undefined && UNREADABLE.has(code))) {
    return failed('result_invalid', `The MCP server "${server}" gave no result that can be read.`);
  }
  const status = error instanceof SdkHttpError ? error.status : undefined;
  if (status !== undefined && !GONE.has(status)) {
    return failed('execution_failed', `The MCP server "${server}" answered with ${status}.`);
  }
  const message = `The MCP server "${server}" went away: ${describe(error)}`;
  return { ...failed('execution_failed', message), isLost: true };
}

/** It does not let us in any more, or does not know the session. */
const GONE: ReadonlySet<number> = new Set([401, 404]);

/**
 * What is too deep for the SDK to read ends its stack. What is no JSON, or JSON and no message, is the fault of one
 * answer over HTTP: were the connection given up for it, the calls of others would end with it.
 */
function isUnreadable(error: unknown): boolean {
  const isSchemaError = error instanceof Error && error.name === 'ZodError';
  return isSchemaError || error instanceof RangeError || error instanceof SyntaxError;
}

const UNREADABLE: ReadonlySet<string> = new Set([
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.InputRequiredRoundsExceeded,
]);

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function failed(code: FailureCode, message: string): RemoteFailure {
  return { code, message };
}
