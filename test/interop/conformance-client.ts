/**
 * The client that the MCP conformance suite starts: a host that mounts the server at the address in its last argument
 * and calls each tool of it once, as an agent would. Exits with 1 if the server could not be mounted.
 */
import { mountMcpServers } from '@mortise/gateway';
import { createHost } from '@mortise/host';
import { argumentsFor } from './conformance-arguments.ts';

const url = process.argv.at(-1) ?? '';
await using host = await createHost({ config: { agents: { main: {} } } });
await using mount = await mountMcpServers(
  host,
  [{ name: 'suite', url, path: 'mcp_servers.suite', enabled: true }],
  { waitMs: 10_000 },
);
const [server] = mount.servers();
if (server?.status !== 'connected') {
  console.error(JSON.stringify(server?.diagnostics ?? []));
  process.exitCode = 1;
}
const session = host.agent('main').session('suite');
for (const { name, parameters } of await session.definitions()) {
  if (!name.startsWith('mcp__suite__')) continue;
  const [result] = await session.execute([{ id: name, name, args: argumentsFor(parameters) }]);
  console.log(JSON.stringify(result));
}
