import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ERROR_CODES } from '@mortise/contracts/plain';
import { gateConnections } from './connection-gate.ts';
import { checkAddress } from './gateway-addresses.ts';
import { GATEWAY_LIMITS, type GatewayLimits, type GatewayOptions } from './gateway-options.ts';
import type { HealthReport } from './health-report.ts';

/** A client that is told to come again should not hammer. */
const RETRY_AFTER_SECONDS = 1;

/** What of the options of a gateway says where it listens. */
export type EarlyServerOptions = Pick<
  GatewayOptions,
  'hostname' | 'port' | 'limits' | 'mcpAuthentication' | 'publicUrl' | 'allowedHosts'
>;

/**
 * A server that listens before there is anything to serve: a port that is taken is said at once, and
 * who connects is told to wait. Loads no more than Node's own server.
 */
export interface EarlyServer extends AsyncDisposable {
  readonly port: number;
  readonly server: Server;
  /** The caller answers from here on, and closes the server. */
  handOver(): void;
}

/** Rejects with `not_loopback`, `hosts_needed`, or what the operating system says about the address. */
export async function openEarlyServer(options: EarlyServerOptions): Promise<EarlyServer> {
  const { hostname = '127.0.0.1', port = 0, limits } = options;
  checkAddress(options);
  const server = createLimitedServer({ ...GATEWAY_LIMITS, ...limits });
  server.on('request', answerStarting);
  const listening = await listen(server, hostname, port);
  let isHandedOver = false;
  return {
    port: listening,
    server,
    handOver: () => {
      isHandedOver = true;
      server.off('request', answerStarting);
    },
    [Symbol.asyncDispose]: () => (isHandedOver ? Promise.resolve() : closeServer(server)),
  };
}

const STARTING: HealthReport = { status: 'starting', errors: 0, warnings: 0 };

function answerStarting({ url = '', method }: IncomingMessage, response: ServerResponse): void {
  const isHealth = /^\/health(?:\?|$)/.test(url) && (method === 'GET' || method === 'HEAD');
  const { summary, hint } = ERROR_CODES.host_starting;
  const body = isHealth ? STARTING : { code: 'host_starting', message: summary, hint };
  // Nothing of the request is read: what a body may be is known once the host is there.
  response.writeHead(503, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Retry-After': String(RETRY_AFTER_SECONDS),
    Connection: 'close',
  });
  response.end(method === 'HEAD' ? undefined : JSON.stringify(body));
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
