import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { MortiseError } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import { McpEndpoint } from '../mcp/mcp-endpoint.ts';
import { fillMcpOptions } from '../mcp/mcp-options.ts';
import { loadApiToken, requireToken } from './api-token.ts';
import { CallFeed } from './call-feed.ts';
import { gateConnections } from './connection-gate.ts';
import { createGatewayApp, type GatewayAppParts } from './create-gateway-app.ts';
import { GATEWAY_LIMITS, type GatewayLimits, type GatewayOptions } from './gateway-options.ts';
import { problemBody } from './http-problem.ts';
import { secure } from './request-guard.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** A host that is on the network. */
export interface Gateway extends AsyncDisposable {
  /** `http://127.0.0.1:4848`, without a slash at the end. */
  readonly url: string;
  readonly token: string;
  mcpUrl(agentId: string): string;
  /** Ends every connection. The host goes on. Idempotent. */
  close(): Promise<void>;
}

/**
 * Puts a host on the network: MCP at `/mcp/<agent>`, the operators' API at `/api`.
 * Throws `token_file_unsafe`, `not_loopback`, or what the operating system says about the address.
 */
export async function startGateway(host: Host, options: GatewayOptions = {}): Promise<Gateway> {
  const { hostname = '127.0.0.1', port = 0, mcpAuthentication = 'bearer' } = options;
  if (mcpAuthentication === 'none' && !LOOPBACK.has(hostname)) {
    throw new MortiseError('not_loopback', `(${hostname})`);
  }
  const token = await readToken(options);
  const limits = { ...GATEWAY_LIMITS, ...options.limits };
  const settings = fillMcpOptions(host, options);
  const server = createLimitedServer(limits);
  const listening = await listen(server, hostname, port);
  const endpoint = new McpEndpoint(host, settings);
  const feed = new CallFeed(host, settings.now);
  const names = namesOf(hostname);
  const origins = names.map((name) => `http://${name}:${listening}`);
  const app = createGatewayApp({
    host,
    endpoint,
    feed,
    token,
    limits,
    mcpAuthentication,
    settings,
    hostnames: [...names, ...(options.allowedHosts ?? [])],
    origins: [...origins, ...(options.allowedOrigins ?? [])],
    program: programOf(options),
  });
  // The Request and Response of the program are not ours to replace.
  const listener = { overrideGlobalObjects: false, errorHandler: answerUnreadable };
  server.on('request', getRequestListener(app.fetch, listener));
  const url = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${listening}`;
  return describeGateway(url, token, async () => {
    feed[Symbol.dispose]();
    await endpoint.close();
    await closeServer(server);
  });
}

function programOf({ isReady, mcpServers, reload }: GatewayOptions): GatewayAppParts['program'] {
  return {
    isReady: isReady ?? (() => true),
    mcpServers: mcpServers ?? (() => []),
    ...(reload === undefined ? {} : { reload }),
  };
}

function describeGateway(url: string, token: string, end: () => Promise<void>): Gateway {
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= end();
    return closing;
  };
  return {
    url,
    token,
    mcpUrl: (agentId) => `${url}/mcp/${encodeURIComponent(agentId)}`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What is no request, such as one without a readable host, never reaches the routes. */
function answerUnreadable(error: unknown): Response {
  const isTheirs = error instanceof RequestError;
  const body = isTheirs
    ? problemBody('request_invalid', 'The request cannot be read.')
    : problemBody('internal_error', 'The host failed to answer.');
  const response = Response.json(body, { status: isTheirs ? 400 : 500 });
  secure(response.headers);
  return response;
}

async function readToken({ token, tokenFile }: GatewayOptions): Promise<string> {
  if (token !== undefined) return requireToken(token, 'The option `token`');
  if (tokenFile !== undefined) return loadApiToken(tokenFile);
  throw new MortiseError('token_file_unsafe', 'Neither `token` nor `tokenFile` was given.');
}

function createLimitedServer(limits: GatewayLimits): Server {
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs),
    maxHeaderSize: 16_384,
  });
  server.maxHeadersCount = 100;
  gateConnections(server, limits.connections);
  return server;
}

function listen(server: Server, hostname: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** On this machine every name of it means the same server. */
function namesOf(hostname: string): readonly string[] {
  if (LOOPBACK.has(hostname)) return ['127.0.0.1', 'localhost', '[::1]'];
  return [hostname.includes(':') ? `[${hostname}]` : hostname];
}
