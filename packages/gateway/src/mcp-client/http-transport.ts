import {
  type FetchLike,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import type { McpServerConfig } from '@mortise/contracts';
import { createBoundedFetch, createBriefFetch } from './bounded-fetch.ts';
import { ClientCredentials } from './client-credentials.ts';
import type { ConnectSettings } from './mount-options.ts';
import { readSecret, type ServerValues } from './server-values.ts';
import { withTraceHeaders } from './trace-headers.ts';

/** `streamable`: one address for all; `sse`: the first form of MCP over HTTP, which some servers have alone. */
export type HttpRevision = 'streamable' | 'sse';

export interface HttpTransportParts {
  readonly settings: ConnectSettings;
  readonly revision: HttpRevision;
  /** The one stream of the first form has ended, and what the server knew of us with it. */
  readonly onStreamEnd: () => void;
}

/** Bytes of what an issuer answers. */
const MOST_TOKEN_BYTES = 100_000;

/** A way to a server at an address, not yet taken. */
export async function createHttpTransport(
  server: McpServerConfig & { readonly url: string },
  { headers }: ServerValues,
  { settings, revision, onStreamEnd }: HttpTransportParts,
): Promise<Transport> {
  const fetch = withTraceHeaders(createBoundedFetch(settings.maxMessageBytes));
  const common = {
    requestInit: { headers: { ...headers } },
    ...(await createAuthentication(server, settings)),
  };
  if (revision === 'sse') {
    const once = openOneStream(fetch, onStreamEnd);
    return new SSEClientTransport(new URL(server.url), { ...common, fetch: once });
  }
  return new StreamableHTTPClientTransport(new URL(server.url), {
    ...{ ...common, fetch, reconnectionScheduler: reconnectLater },
  });
}

async function createAuthentication(
  { url, oauth }: McpServerConfig & { readonly url: string },
  settings: ConnectSettings,
): Promise<{ readonly authProvider?: ClientCredentials }> {
  if (oauth === undefined) return {};
  const authProvider = new ClientCredentials({
    ...{ oauth, url, now: () => performance.now() },
    clientSecret: await readSecret(oauth.client_secret.$secret, settings.resolveSecret),
    fetch: createBriefFetch(MOST_TOKEN_BYTES, settings.connectMs),
    onToken: settings.onToken,
  });
  return { authProvider };
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

/** A second stream would be a session that the server knows nothing of; the connection is made anew instead. */
function openOneStream(fetch: FetchLike, onEnd: () => void): FetchLike {
  let hasOpened = false;
  return async (url, init) => {
    if ((init?.method ?? 'GET') !== 'GET') return fetch(url, init);
    if (hasOpened) {
      onEnd();
      throw new Error('The stream has ended.');
    }
    const response = await fetch(url, init);
    hasOpened = response.ok;
    return response;
  };
}
