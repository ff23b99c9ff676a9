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
  type ToolRunner,
} from '@mortise/contracts';
import { askRemoteOffer } from './ask-remote-offer.ts';
import { interpretRemoteResult } from './interpret-remote-result.ts';
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
      const options = requestOptions(request, ports, limits);
      try {
        if (entryKind(tool.name) !== 'tool') {
          const { prefix, isDenied } = parts;
          const offer = { name: tool.name, args, limits, prefix, isDenied };
          return await askRemoteOffer(client, offer, options);
        }
        const result = await client.callTool(
          {
            name: tool.name,
            arguments: args,
            ...(request.trace === undefined ? {} : { _meta: { ...request.trace } }),
          },
          { ...options, toolDefinition: definitionOf(tool) },
        );
        return interpretRemoteResult(result, limits);
      } catch (error) {
        const { code, message, isLost = false } = interpretError(error, ports, parts.server);
        if (isLost) parts.onLost(client, error);
        return fail(code, boundMessage(message, limits));
      }
    },
  };
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

function requestOptions(
  { timeoutMs }: RunRequest,
  { signal, onProgress }: RunPorts,
  { errorChars }: ResolvedLimits,
) {
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

function interpretError(error: unknown, { signal }: RunPorts, server: string): RemoteFailure {
  if (signal.aborted) {
    return failed('aborted', 'The call was cancelled while the server worked on it.');
  }
  if (error instanceof ProtocolError) return failed('execution_failed', error.message);
  const code = error instanceof SdkError ? error.code : undefined;
  if (code === SdkErrorCode.RequestTimeout) {
    return failed('timeout', `The MCP server "${server}" gave no answer in time.`);
  }
  // What is too deep for the SDK to read ends its stack.
  if (error instanceof RangeError || (code !== undefined && UNREADABLE.has(code))) {
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

const UNREADABLE: ReadonlySet<string> = new Set([
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.InputRequiredRoundsExceeded,
  SdkErrorCode.CapabilityNotSupported,
]);

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function failed(code: FailureCode, message: string): RemoteFailure {
  return { code, message };
}
