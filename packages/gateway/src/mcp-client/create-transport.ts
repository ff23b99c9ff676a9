import { resolve } from 'node:path';
import type { Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { type McpServerConfig, MortiseError } from '@mortise/contracts';
import { createHttpTransport, type HttpRevision } from './http-transport.ts';
import { FLOODED, guardMessages } from './message-guard.ts';
import type { ConnectSettings } from './mount-options.ts';
import { ProcessTransport } from './process-transport.ts';
import { readServerValues, type ServerValues } from './server-values.ts';
import type { ServerWords } from './server-words.ts';

/** What happens on the way to a server, outside of the protocol. */
export interface TransportEvents {
  readonly words: ServerWords;
  /** The process of the server runs. */
  readonly onProcess: (pid: number | undefined) => void;
  /** The connection has to end, for what the server sends, or because it sends nothing any more. */
  readonly onBreak: (reason: string) => void;
}

export interface TransportParts {
  readonly settings: ConnectSettings;
  readonly events: TransportEvents;
  /** How an address is spoken to. */
  readonly revision: HttpRevision;
}

/** A way to a server, not yet taken. Throws `mcp_server_failed` if its configuration gives none. */
export async function createTransport(
  server: McpServerConfig,
  parts: TransportParts,
): Promise<Transport> {
  const { settings, events } = parts;
  const values = await readServerValues(server, settings);
  const transport =
    server.url === undefined
      ? createProcess(server, values, parts)
      : await createHttpTransport({ ...server, url: server.url }, values, {
          ...{ ...parts, onStreamEnd: () => events.onBreak('The server ended its stream.') },
        });
  guardMessages(transport, events.onBreak);
  return transport;
}

function createProcess(
  server: McpServerConfig,
  { args, env }: ServerValues,
  { settings, events }: TransportParts,
): Transport {
  const { name, command, cwd = '.' } = server;
  if (command === undefined) {
    throw new MortiseError('mcp_server_failed', `"${name}" has neither command nor url.`);
  }
  const order = {
    ...{ server, args, env, cwd: resolve(settings.workingDir, cwd) },
    // Nothing of the host's own environment goes along but PATH and its like.
    common: getDefaultEnvironment(),
  };
  return new ProcessTransport({
    start: (signal) => settings.processes.start(order, signal),
    maxBufferSize: settings.maxMessageBytes,
    onStarted: events.onProcess,
    onErrorOutput: (stderr) => events.words.hear(stderr),
    onEnd: (end) => events.words.ended(end),
    onGarbage: (line) => events.words.notMcp(line),
    onFlood: () => events.onBreak(FLOODED),
  });
}
