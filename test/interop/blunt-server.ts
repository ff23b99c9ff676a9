import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ElicitResultSchema } from '@modelcontextprotocol/sdk/types.js';

const FORM = {
  ...{ type: 'object' as const, properties: { name: { type: 'string' as const } } },
  required: ['name'],
};

/** Questions in one call of its tool "flood". */
export const FLOOD = 250;

export interface BluntServer extends AsyncDisposable {
  readonly url: string;
}

/**
 * A server of revision 2025-11-25 over HTTP that asks whether or not it may; its tool says what came of it. Each
 * question goes along the stream of its call.
 */
export async function startBluntServer(): Promise<BluntServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const open = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    // Its types were written without `exactOptionalPropertyTypes`.
    await createBluntServer().connect(transport as never);
    return transport;
  };
  const server = createServer((request, response) => {
    // The newer revision is not known here.
    if (request.headers['mcp-protocol-version'] === '2026-07-28')
      return void response.writeHead(400).end();
    const known = sessions.get(String(request.headers['mcp-session-id']));
    void Promise.resolve(known ?? open()).then((transport) =>
      transport.handleRequest(request, response),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      for (const transport of sessions.values()) await transport.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createBluntServer(): McpServer {
  const server = new McpServer({ name: 'blunt', version: '1.0.0' });
  server.registerTool('ask', { description: 'Asks' }, async (extra) => {
    const params = { message: 'Who are you?', requestedSchema: FORM };
    const said = await extra
      .sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema)
      .catch((error: Error) => `refused: ${error.message}`);
    return { content: [{ type: 'text', text: JSON.stringify(said) }] };
  });
  server.registerTool('flood', { description: 'Asks without end' }, async (extra) => {
    const params = { message: 'Who are you?', requestedSchema: FORM };
    let refused = '';
    for (let asked = 0; asked < FLOOD; asked += 1)
      await extra
        .sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema)
        .catch((error: Error) => {
          refused = error.message;
        });
    return { content: [{ type: 'text', text: refused }] };
  });
  return server;
}
