import type { ConfigProposal } from '@mortise/host';
import type { McpOptions } from '../mcp/mcp-options.ts';
import type { McpServerState } from '../mcp-client/mounted-server.ts';

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
  /** Names this server is reached by, besides those of this machine. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may call, besides the server's own. */
  readonly allowedOrigins?: readonly string[];
  readonly limits?: Partial<GatewayLimits>;
  /** False while the program is still opening what it serves: `/health` says `starting` until then. */
  readonly isReady?: () => boolean;
  /** Reads the configuration again, for `POST /api/reload`; without it that is refused. */
  readonly reload?: () => Promise<ConfigProposal>;
  /** What `mountMcpServers` says of its servers, for the operators' API. */
  readonly mcpServers?: () => readonly McpServerState[];
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
  /** Requests under way, of all callers and of one conversation. */
  readonly inFlight: number;
  readonly inFlightPerCaller: number;
}

export const GATEWAY_LIMITS: GatewayLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 5_000,
  connections: 2_048,
  inFlight: 512,
  // A host runs 128 calls at once: one conversation, or two, cannot have them all.
  inFlightPerCaller: 48,
};
