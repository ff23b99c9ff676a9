import type { McpServerConfig } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import { fillMountOptions, type MountOptions } from './mount-options.ts';
import { type McpServerState, MountedServer } from './mounted-server.ts';

/** The MCP servers of a configuration, connected to a host. */
export interface McpMount extends AsyncDisposable {
  /** Each server, its tools, and what is wrong with it. */
  servers(): readonly McpServerState[];
  /** Goes over to another configuration: what is the same stays connected. */
  update(servers: readonly McpServerConfig[]): Promise<void>;
  /** Ends every connection and every process, and takes the tools back. Idempotent. */
  close(): Promise<void>;
}

/**
 * Makes the tools of MCP servers tools of the host, `mcp__<server>__<tool>`, under its policy.
 * Resolves when each server has been tried once; one that cannot be reached is tried again with
 * growing pauses, and its tools are out of the offer meanwhile. Never rejects.
 */
export async function mountMcpServers(
  host: Host,
  servers: readonly McpServerConfig[],
  options: MountOptions = {},
): Promise<McpMount> {
  const filled = fillMountOptions(options);
  const resolveSecret = async (name: string) => {
    const value = await filled.resolveSecret(name);
    if (value !== undefined) host.redactSecret(value);
    return value;
  };
  const settings = { ...filled, resolveSecret };
  const mounted = new Map<string, MountedServer>();
  let isClosed = false;
  const update = async (next: readonly McpServerConfig[]) => {
    if (isClosed) return;
    await goOverTo(next);
  };
  const goOverTo = async (next: readonly McpServerConfig[]) => {
    const wanted = new Map(next.filter(({ enabled }) => enabled).map((each) => [each.name, each]));
    const leaving = [...mounted.values()].filter(
      ({ config }) => !isSame(config, wanted.get(config.name)),
    );
    for (const { config } of leaving) mounted.delete(config.name);
    await Promise.all(leaving.map((server) => server.close()));
    const joining = [...wanted.values()].filter(({ name }) => !mounted.has(name));
    const started = joining.map((config) => new MountedServer(host, config, settings));
    for (const server of started) mounted.set(server.config.name, server);
    await Promise.all(started.map((server) => server.connect()));
  };
  const states = () => [...mounted.values()].map((server) => server.state());
  const withdraw = host.addDiagnostics(() => states().flatMap(({ diagnostics }) => diagnostics));
  const forget = host.beforeClose(() => close());
  const close = async () => {
    forget();
    withdraw();
    isClosed = true;
    await goOverTo([]);
  };
  await update(servers);
  return {
    servers: states,
    update,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function isSame(a: McpServerConfig, b: McpServerConfig | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
