import type { McpServerConfig, McpServerState } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import { fillMountOptions, type MountOptions } from './mount-options.ts';
import { MountedServers } from './mounted-servers.ts';

/** The MCP servers of a configuration, connected to a host. */
export interface McpMount extends AsyncDisposable {
  /** Each server, its tools, and what is wrong with it. */
  servers(): readonly McpServerState[];
  /** Resolves when each server, or the one named, was tried once, or after that time. */
  whenTried(waitMs: number, server?: string): Promise<void>;
  /** Goes over to another configuration: what is the same stays connected. */
  update(servers: readonly McpServerConfig[]): Promise<void>;
  /** Ends the connection of one server and connects it anew; false if there is no such server. */
  reconnect(name: string): Promise<boolean>;
  /** Ends every connection and every process, and takes the tools back. Idempotent. */
  close(): Promise<void>;
}

/**
 * Makes the tools of MCP servers tools of the host, `mcp__<server>__<tool>`, under its policy.
 * Resolves when each server has been tried once, or after `waitMs`; one that cannot be reached is tried
 * again with growing pauses, and its tools are out of the offer meanwhile. Never rejects.
 */
export async function mountMcpServers(
  host: Host,
  servers: readonly McpServerConfig[],
  options: MountOptions = {},
): Promise<McpMount> {
  const mounted = new MountedServers(host, fillMountOptions(host, options));
  const withdraw = host.addDiagnostics(() =>
    mounted.states().flatMap(({ diagnostics }) => diagnostics),
  );
  const forget = host.beforeClose(() => close());
  const close = async () => {
    forget();
    await mounted.close();
    withdraw();
  };
  await mounted.update(servers);
  return {
    servers: () => mounted.states(),
    whenTried: (waitMs, server) => mounted.whenTried(waitMs, server),
    update: (next) => mounted.update(next),
    reconnect: (name) => mounted.reconnect(name),
    close,
    [Symbol.asyncDispose]: close,
  };
}
