/** Any MCP client in front of a host: here the official one, over HTTP. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startGateway } from '@mortise/gateway';
import { createHost } from '@mortise/host';

const greeter = {
  id: 'greeter',
  source: `export default (api) => api.registerTool({
    name: 'greet', description: 'Greets somebody.',
    parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    execute: async (_id, { name }) => ({ content: [{ type: 'text', text: 'Hello, ' + name + '.' }] }),
  });`,
};
await using host = await createHost({ config: { agents: { main: {} } }, extensions: [greeter] });
await using gateway = await startGateway(host, { token: crypto.randomUUID() });

const client = new Client({ name: 'example', version: '1.0.0' });
const requestInit = { headers: { Authorization: `Bearer ${gateway.token}` } };
await client.connect(
  new StreamableHTTPClientTransport(new URL(gateway.mcpUrl('main')), { requestInit }),
);
const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name));
const result = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
console.log(JSON.stringify(result.content));
await client.close();
