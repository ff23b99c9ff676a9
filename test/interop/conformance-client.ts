/**
 * The client that the MCP conformance suite starts: a host that mounts the server at the address in its last argument
 * and calls its tools as an agent would, those that the scenario names or each once. Exits with 1 if the server could
 * not be mounted.
 */
import { mountMcpServers } from '@mortise/gateway';
import { createHost } from '@mortise/host';
import { argumentsFor, defaultsOf } from './conformance-arguments.ts';

interface ScenarioContext {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: object }[];
}

const url = process.argv.at(-1) ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as ScenarioContext;
/** Servers that want a person to log in do not let a host in, however long it waits. */
const isRefused = process.env['MCP_CONFORMANCE_SCENARIO']?.startsWith('auth/') === true;
await using host = await createHost({
  config: { agents: { main: {} } },
  client: {
    // A user who sends each form as it stands.
    elicit: async ({ schema }) => ({ action: 'accept', content: defaultsOf(schema) }),
    sample: async () => ({ text: 'written', model: 'none' }),
  },
});
await using mount = await mountMcpServers(
  host,
  [
    {
      ...{ name: 'suite', url, path: 'mcp_servers.suite', enabled: true },
      grants: { elicitation: {}, sampling: {} },
    },
  ],
  { waitMs: isRefused ? 5_000 : 60_000 },
);
const [server] = mount.servers();
if (server?.status !== 'connected') {
  console.error(JSON.stringify(server?.diagnostics ?? []));
  process.exitCode = 1;
}
const session = host.agent('main').session('suite');
for (const { name, args } of await callsOf(context)) {
  const [result] = await session.execute([{ id: name, name, args }]);
  console.log(JSON.stringify(result));
}

async function callsOf({ toolCalls }: ScenarioContext) {
  if (toolCalls !== undefined)
    return toolCalls.map((each) => ({ name: `mcp__suite__${each.name}`, args: each.arguments }));
  const offered = (await session.definitions()).filter(({ name }) =>
    name.startsWith('mcp__suite__'),
  );
  // One tool of the suite is to be given the schema of another, as it arrived.
  const focal = offered.find(({ name }) => name.endsWith('json_schema_2020_12_tool'))?.parameters;
  return offered.map(({ name, parameters }) => {
    const args = argumentsFor(parameters);
    return { name, args: focal !== undefined && 'schema' in args ? { schema: focal } : args };
  });
}
