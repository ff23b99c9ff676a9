import { getRequestListener } from '@hono/node-server';
import { type CallReport, MortiseError, SETTINGS } from '@mortise/contracts';
import type { CloseOptions, Host } from '@mortise/host';
import { McpEndpoint } from '../mcp/mcp-endpoint.ts';
import { fillMcpOptions } from '../mcp/mcp-options.ts';
import { loadApiToken, requireToken } from './api-token.ts';
import { CallFeed, noteCall } from './call-feed.ts';
import type { SignInLink } from './console/console-sessions.ts';
import { createGatewayApp, type GatewayAppParts } from './create-gateway-app.ts';
import { openEarlyServer } from './early-server.ts';
import { EventFeed } from './events/event-feed.ts';
import { addressesOf, checkAddress, type GatewayAddresses } from './gateway-addresses.ts';
import { GatewayEnd } from './gateway-end.ts';
import { GATEWAY_LIMITS, type GatewayOptions } from './gateway-options.ts';
import { createMcpListener, WEB_LISTENER } from './mcp-listener.ts';
import { type OpenedGate, openGate } from './open-gate.ts';
import { RequestGuard } from './request-guard.ts';
import { RequestPlaces } from './request-places.ts';

/** A host that is on the network. */
export interface Gateway extends AsyncDisposable {
  /** `http://127.0.0.1:4848` or the public address, without a slash at the end. */
  readonly url: string;
  /** Where this machine reaches it, whatever is in between for others. */
  readonly localUrl: string;
  /** Of the operator, the newest. */
  readonly token: string;
  mcpUrl(agentId: string): string;
  /** A link that signs an operator's browser in to the console, once; `undefined` where none is served. */
  signInLink(): SignInLink | undefined;
  /** Takes nothing new (`host_draining`) and resolves when what was taken is answered, or after this time. */
  drain(withinMs: number): Promise<void>;
  /**
   * Drains (10 s unless given), then ends every connection. The host goes on; one that is closed
   * closes its gateways itself, once its calls have ended. Idempotent.
   */
  close(options?: CloseOptions): Promise<void>;
}

/** When a host is closed, its calls have ended; only their answers have to leave. */
const ANSWERS_MS = 2_000;

/**
 * Puts a host on the network: MCP at `/mcp/<agent>`, the operators' API at `/api`.
 * Throws `token_file_unsafe`, `not_loopback`, `hosts_needed`, or what the operating system says about
 * the address.
 */
export async function startGateway(host: Host, options: GatewayOptions = {}): Promise<Gateway> {
  const { mcpAuthentication = 'bearer' } = options;
  checkAddress(options);
  const token = await readToken(options);
  const limits = { ...GATEWAY_LIMITS, ...options.limits };
  const settings = fillMcpOptions(host, options);
  const early = options.early ?? (await openEarlyServer(options));
  const { server } = early;
  const addresses = addressesOf(options, early.port);
  host.beginServing();
  const endpoint = new McpEndpoint(host, settings);
  const feed = new CallFeed(host, settings.now);
  const { isReady = () => true } = options;
  const { now, newId, logger } = settings;
  const noteOf = (report: CallReport) => ({ at: now(), ...noteCall(report) });
  const events = new EventFeed({ host, isReady, newId, now, logger, noteOf });
  const isClosing = (end: GatewayEnd) => () => end.isClosing || host.isClosed;
  const end = new GatewayEnd(
    { server, endpoint, feed, events },
    (self) => new RequestPlaces(limits, isClosing(self)),
  );
  const opened = openGate({ host, endpoint, settings, options, token, url: addresses.url });
  const origins = new Set(addresses.origins);
  const shared = {
    ...{ limits, settings, gate: opened.gate, refused: opened.refused, places: end.places },
    guard: new RequestGuard({
      allowedHosts: addresses.hostnames,
      isAllowedOrigin: (origin) => origins.has(origin),
    }),
  };
  const app = createGatewayApp({
    ...{ ...shared, host, feed, events },
    isClosing: isClosing(end),
    program: { ...programOf(options), ...pickRotation(opened), ...pickConsole(opened, options) },
    url: addresses.url,
  });
  early.handOver();
  const routes = getRequestListener(app.fetch, WEB_LISTENER);
  server.on('request', createMcpListener({ ...shared, endpoint, mcpAuthentication }, routes));
  const forget = host.beforeClose(async () => {
    await end.close(ANSWERS_MS);
    opened[Symbol.dispose]();
  });
  return describeGateway(addresses, () => opened.token, {
    signInLink: () =>
      options.console === false
        ? undefined
        : opened.consoleSessions.link({ roles: ['operate'], agents: 'all' }, { id: 'operator' }),
    drain: (withinMs) => end.drain(withinMs),
    close: async ({ drainMs = SETTINGS.drainMs.standard } = {}) => {
      await end.close(drainMs);
      opened[Symbol.dispose]();
      forget();
    },
  });
}

function pickRotation({ rotateToken }: OpenedGate): Pick<OpenedGate, 'rotateToken'> {
  return rotateToken === undefined ? {} : { rotateToken };
}

function pickConsole(
  { consoleSessions }: OpenedGate,
  { console = true }: GatewayOptions,
): Pick<GatewayAppParts['program'], 'consoleSessions'> {
  return console ? { consoleSessions } : {};
}

function programOf(options: GatewayOptions): GatewayAppParts['program'] {
  const { isReady, isLeaving, reload, keepSwitch, keepException, files } = options;
  return {
    isReady: isReady ?? (() => true),
    ...(isLeaving === undefined ? {} : { isLeaving }),
    ...(reload === undefined ? {} : { reload }),
    ...(keepSwitch === undefined ? {} : { keepSwitch }),
    ...(keepException === undefined ? {} : { keepException }),
    ...(files === undefined ? {} : { files }),
  };
}

function describeGateway(
  { url, localUrl }: GatewayAddresses,
  tokenNow: () => string,
  { drain, close, signInLink }: Pick<Gateway, 'drain' | 'close' | 'signInLink'>,
): Gateway {
  return {
    ...{ url, localUrl, drain, close, signInLink },
    get token() {
      return tokenNow();
    },
    mcpUrl: (agentId) => `${url}/mcp/${encodeURIComponent(agentId)}`,
    [Symbol.asyncDispose]: () => close(),
  };
}

async function readToken({ token, tokenFile }: GatewayOptions): Promise<string> {
  if (token !== undefined) return requireToken(token, 'The option `token`');
  if (tokenFile !== undefined) return loadApiToken(tokenFile);
  throw new MortiseError(
    'token_file_unsafe',
    'Neither `token` nor `tokenFile` was given; a `tokenFile` is made if it is not there.',
  );
}
