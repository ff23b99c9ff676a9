import {
  Client,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
} from '@modelcontextprotocol/client';
import type { McpServerConfig } from '@mortise/contracts';
import { abilitiesFor } from './answer-server.ts';
import { createTransport, type TransportEvents, type TransportParts } from './create-transport.ts';
import type { ConnectSettings } from './mount-options.ts';

export interface ServerEvents extends TransportEvents {
  /** Aborts when the connection is given up before it is made. */
  readonly signal: AbortSignal;
  /** Before the connection is made. */
  readonly onClient: (client: Client) => void;
  readonly onListChanged: () => void;
  readonly onClose: () => void;
}

/** What an address answers that has only the first form of MCP over HTTP. */
const ONLY_OLDER: ReadonlySet<number> = new Set([400, 404, 405, 406, 415, 501]);

/** Connects and shakes hands. Rejects if the server cannot be reached or does not speak MCP. */
export async function connectServer(
  server: McpServerConfig,
  settings: ConnectSettings,
  events: ServerEvents,
): Promise<Client> {
  try {
    return await connectBy(server, { settings, events, revision: 'streamable' });
  } catch (error) {
    if (server.url === undefined || !isOlder(error) || events.signal.aborted) throw error;
    // What is wrong with the address was said by the first attempt.
    return await connectBy(server, { settings, events, revision: 'sse' }).catch(() => {
      throw error;
    });
  }
}

function isOlder(error: unknown): boolean {
  const causes = [error, error instanceof Error ? error.cause : undefined];
  return causes.some((each) => each instanceof SdkHttpError && ONLY_OLDER.has(each.status));
}

interface ConnectParts extends TransportParts {
  readonly events: ServerEvents;
}

async function connectBy(server: McpServerConfig, parts: ConnectParts): Promise<Client> {
  const { settings, events, revision } = parts;
  const client = createClient(server, parts);
  const timeout = settings.connectMs;
  let transport: Transport | undefined;
  const giveUp = (): void => void transport?.close();
  try {
    transport = await createTransport(server, { settings, events, revision });
    events.signal.throwIfAborted();
    events.signal.addEventListener('abort', giveUp, { once: true });
    await client.connect(transport, { timeout });
    // From here on: what ends before says why itself.
    client.onclose = events.onClose;
    await listenForChanges(client, timeout);
    return client;
  } catch (error) {
    client.onclose = () => undefined;
    await client.close().catch(() => undefined);
    // Before the handshake the client knows nothing of it.
    await transport?.close();
    throw isLate(error) ? new Error(`It did not answer within ${timeout} ms`) : error;
  } finally {
    events.signal.removeEventListener('abort', giveUp);
  }
}

function createClient(
  { name, url, grants }: McpServerConfig,
  { settings, events, revision }: ConnectParts,
): Client {
  const client = new Client(
    { name: 'mortise', version: '0.1.0' },
    {
      capabilities: abilitiesFor(grants),
      jsonSchemaValidator: ACCEPT_EVERYTHING,
      // On stdio the probe for the newer revision would start the program twice, so there it is the
      // older one, which servers of both kinds answer.
      versionNegotiation: {
        mode: url === undefined || revision === 'sse' ? 'legacy' : 'auto',
      },
    },
  );
  client.onerror = (error) =>
    settings.logger.debug({ server: name, error }, 'An MCP connection had a problem.');
  events.onClient(client);
  for (const list of ['tools', 'prompts', 'resources'] as const) {
    client.setNotificationHandler(`notifications/${list}/list_changed`, events.onListChanged);
  }
  return client;
}

function isLate(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

/** In the stateless revision a client is told of changes only if it asks. */
async function listenForChanges(client: Client, timeout: number): Promise<void> {
  const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
  const told = {
    ...(tools?.listChanged === true ? { toolsListChanged: true } : {}),
    ...(prompts?.listChanged === true ? { promptsListChanged: true } : {}),
    ...(resources?.listChanged === true ? { resourcesListChanged: true } : {}),
  };
  if (client.getProtocolEra() !== 'modern' || Object.keys(told).length === 0) return;
  await client.listen(told, { timeout }).catch(() => undefined);
}

/** The SDK compiles output schemas to code; these come from the server. */
const ACCEPT_EVERYTHING: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};
