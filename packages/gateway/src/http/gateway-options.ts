import { type Principal, SETTINGS } from '@mortise/contracts';
import type { ConfigProposal } from '@mortise/host';
import type { McpOptions } from '../mcp/mcp-options.ts';
import type { ApiParts } from './api-route.ts';
import type { EarlyServer } from './early-server.ts';
import type { KeepSwitch } from './keep-switch.ts';
import type { OperatorFiles } from './operator-files.ts';

/** How a host is put on the network. Everything has a default; the defaults stay on this machine. */
export interface GatewayOptions extends McpOptions {
  /** `127.0.0.1` unless given. */
  readonly hostname?: string;
  /** 0, any free port, unless given. */
  readonly port?: number;
  /** Where the bearer token is kept; made at the first start, mode 0600. */
  readonly tokenFile?: string;
  /** The token itself; takes the place of the file. */
  readonly token?: string;
  /**
   * `none` serves MCP without a token, for clients that cannot send one; only on a loopback address.
   * The operators' API always asks for it.
   */
  readonly mcpAuthentication?: 'bearer' | 'none';
  /** False serves no console at `/`, and no browser signs in; true unless given. */
  readonly console?: boolean;
  /** Where clients reach this server, if a proxy is in between; addresses that are told start with it. */
  readonly publicUrl?: string;
  /** Names this server is reached by, besides those of this machine. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may call, besides the server's own. */
  readonly allowedOrigins?: readonly string[];
  readonly limits?: Partial<GatewayLimits>;
  /** A server that listens already, in place of `hostname` and `port`; it is the gateway's from then on. */
  readonly early?: EarlyServer;
  /** False while the program is still opening what it serves: `/health` says `starting` until then. */
  readonly isReady?: () => boolean;
  /** True once the program was told to end: `/ready` says so, and calls are taken until the gateway is closed. */
  readonly isLeaving?: () => boolean;
  /** Reads the configuration again, for `POST /api/reload`; without it that is refused. */
  readonly reload?: (by: Principal) => Promise<ConfigProposal>;
  /** Writes down that an extension is on or off, so that it lasts; without it a switch ends with the host. */
  readonly keepSwitch?: KeepSwitch;
  /** Writes down that exactly the call of this approval is not asked for again. */
  readonly keepException?: ApiParts['keepException'];
  /** What operators may do to the files of the program. */
  readonly files?: OperatorFiles;
}

export interface GatewayLimits {
  /** Of a request to the operators' API; follows the limit of arguments unless given. */
  readonly bodyBytes?: number;
  /** For the headers of a request to arrive, ms. */
  readonly headersTimeoutMs: number;
  /** For a whole request to arrive, ms. */
  readonly requestTimeoutMs: number;
  /** For an idle connection to be used again, ms. */
  readonly keepAliveTimeoutMs: number;
  readonly connections: number;
  /** MCP requests under way, streams and calls that wait included, of all clients and of one. */
  readonly requests: number;
  readonly requestsPerCaller: number;
  /** Calls at once: of all agents, of one, and of one client of an agent. */
  readonly calls: number;
  readonly callsPerAgent: number;
  readonly callsPerCaller: number;
  /** Calls that wait for a place, and for how long, ms; beyond either a call is refused. */
  readonly waitingCalls: number;
  readonly waitMs: number;
  /** Requests of operators under way: those that read, and as many that change something. */
  readonly operatorRequests: number;
}

export const GATEWAY_LIMITS: GatewayLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  // Clients use a connection again as long as the answer before said, less a second: if that is little, one that is
  // busy writes to a connection that is being closed, and its call is lost.
  keepAliveTimeoutMs: 65_000,
  connections: SETTINGS.maxConnections.standard,
  requests: 1_024,
  requestsPerCaller: 512,
  calls: SETTINGS.maxCalls.standard,
  callsPerAgent: SETTINGS.maxCallsPerAgent.standard,
  callsPerCaller: SETTINGS.maxCallsPerClient.standard,
  waitingCalls: SETTINGS.maxWaitingCalls.standard,
  waitMs: SETTINGS.maxWaitMs.standard,
  operatorRequests: 32,
};
