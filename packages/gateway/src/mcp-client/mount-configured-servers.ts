import type { Host } from '@mortise/host';
import { type McpMount, mountMcpServers } from './mount-mcp-servers.ts';
import type { MountOptions } from './mount-options.ts';

/** Mounts the servers of the configuration and follows it: a reload brings, changes or ends them. */
export async function mountConfiguredServers(
  host: Host,
  options: MountOptions = {},
): Promise<McpMount> {
  let servers = host.config.mcpServers;
  const mount = await mountMcpServers(host, servers, options);
  const stop = host.onChange(() => {
    if (host.config.mcpServers === servers) return;
    servers = host.config.mcpServers;
    // Never rejects; a server that fails says so in its state.
    void mount.update(servers);
  });
  const close = async () => {
    stop();
    await mount.close();
  };
  return { ...mount, close, [Symbol.asyncDispose]: close };
}
