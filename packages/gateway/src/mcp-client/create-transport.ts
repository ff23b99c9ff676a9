import { resolve } from 'node:path';
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { type McpServerConfig, MortiseError } from '@mortise/contracts';
import { createBoundedFetch, createBriefFetch } from './bounded-fetch.ts';
import { ClientCredentials } from './client-credentials.ts';
import { FLOODED, guardMessages } from './message-guard.ts';
import type { ConnectSettings } from './mount-options.ts';
import { ProcessTransport } from './process-transport.ts';
import { readSecret, readServerValues, type ServerValues } from './server-values.ts';
import type { ServerWords } from './server-words.ts';

/** What happens on the way to a server, outside of the protocol. */
export interface TransportEvents {
  readonly words: ServerWords;
  /** The process of the server runs. */
  readonly onProcess: (pid: number | undefined) => void;
  /** The server sends what it should not, and so much of it that the connection has to end. */
  readonly onFlood: (reason: string) => void;
}

/** Bytes of what an issuer answers. */
const MOST_TOKEN_BYTES = 100_000;

/** A way to a server, not yet taken. Throws `mcp_server_failed` if its configuration gives none. */
export async function createTransport(
  server: McpServerConfig,
  settings: ConnectSettings,
  events: TransportEvents,
): Promise<Transport> {
  const values = await readServerValues(server, settings);
  const transport =
    server.url === undefined
      ? createProcess(server, values, { settings, events })
      : await createHttp({ ...server, url: server.url }, values, settings);
  guardMessages(transport, events.onFlood);
  return transport;
}

interface Surroundings {
  readonly settings: ConnectSettings;
  readonly events: TransportEvents;
}

function createProcess(
  server: McpServerConfig,
  { args, env }: ServerValues,
  { settings, events }: Surroundings,
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
    onFlood: () => events.onFlood(FLOODED),
  });
}

async function createHttp(
  { url, oauth }: McpServerConfig & { readonly url: string },
  { headers }: ServerValues,
  settings: ConnectSettings,
): Promise<Transport> {
  const fetch = createBoundedFetch(settings.maxMessageBytes);
  const authProvider = oauth && {
    authProvider: new ClientCredentials({
      ...{ oauth, url, now: () => performance.now() },
      clientSecret: await readSecret(oauth.client_secret.$secret, settings.resolveSecret),
      fetch: createBriefFetch(MOST_TOKEN_BYTES, settings.connectMs),
      onToken: settings.onToken,
    }),
  };
  return new StreamableHTTPClientTransport(new URL(url), {
    ...{ fetch, requestInit: { headers: { ...headers } }, ...authProvider },
    reconnectionScheduler: reconnectLater,
  });
}

const LEAST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** When a stream ended: the server says after which time, and must not make the host ask without pause. */
function reconnectLater(reconnect: () => void, delayMs: number): () => void {
  const pauseMs = Math.min(Math.max(delayMs, LEAST_PAUSE_MS), LONGEST_PAUSE_MS);
  const timer = setTimeout(reconnect, pauseMs);
  timer.unref();
  return () => clearTimeout(timer);
}
