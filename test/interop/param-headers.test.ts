import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { mountMcpServers } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Received {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

const SCHEMA = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    level: { type: 'integer', 'x-mcp-header': 'Level' },
    isUrgent: { type: 'boolean', 'x-mcp-header': 'Urgent' },
    note: { type: 'string' },
  },
  required: ['region'],
} as const;

const received: Received[] = [];
let server: Server;
let host: Host;

/** A real server of revision 2026-07-28, which itself refuses calls whose headers do not say what their arguments do. */
beforeAll(async () => {
  const modern = toNodeHandler(
    createMcpHandler(
      () => {
        const made = new McpServer({ name: 'routed', version: '1.0.0' });
        made.registerTool(
          'query',
          {
            description: 'Asks a region.',
            inputSchema: fromJsonSchema<{ region: string }>(SCHEMA),
          },
          async ({ region }) => ({ content: [{ type: 'text', text: `asked ${region}` }] }),
        );
        return made;
      },
      { legacy: 'reject' },
    ),
  );
  server = createServer((request, response) => {
    const { headers } = request;
    received.push({ method: String(headers['mcp-method']), headers });
    // Its types were written without `exactOptionalPropertyTypes`.
    void modern(request as Parameters<typeof modern>[0], response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  host = await createHost({ config: { agents: { main: {} } } });
  const url = `http://127.0.0.1:${port}/mcp`;
  await mountMcpServers(
    host,
    [{ name: 'routed', url, path: 'mcp_servers.routed', enabled: true }],
    { waitMs: 10_000 },
  );
});
afterAll(async () => {
  await host.close({ drainMs: 0 });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function call(args: object) {
  received.length = 0;
  const session = host.agent('main').session('s');
  const [result] = await session.execute([{ id: '1', name: 'mcp__routed__query', args }]);
  const [last] = received.filter(({ method }) => method === 'tools/call');
  const params = Object.entries(last?.headers ?? {}).filter(([name]) =>
    name.startsWith('mcp-param-'),
  );
  return {
    result,
    params: Object.fromEntries(params),
    methods: received.map(({ method }) => method),
  };
}

describe('a call of a mounted server whose tool has arguments for headers (F-9)', () => {
  it('repeats these arguments in headers, and no others, with one request', async () => {
    const { result, params, methods } = await call({
      ...{ region: 'eu-1', level: 3, isUrgent: true, note: 'secret' },
    });
    expect(result).toMatchObject({ ok: true, text: 'asked eu-1' });
    expect(params).toEqual({
      'mcp-param-region': 'eu-1',
      'mcp-param-level': '3',
      'mcp-param-urgent': 'true',
    });
    // The schema that was approved says which: the list is not read again.
    expect(methods).toEqual(['tools/call']);
  });

  it('leaves out what is not given', async () => {
    expect((await call({ region: 'eu-1' })).params).toEqual({ 'mcp-param-region': 'eu-1' });
  });

  it.each(['Zürich', ' padded ', 'line\r\nX-Injected: yes', '=?base64?aGk=?='])(
    'writes %j so that a header can carry it, and nothing is injected',
    async (region) => {
      const { result, params } = await call({ region });
      expect(result).toMatchObject({ ok: true, text: `asked ${region}` });
      const header = String(params['mcp-param-region']);
      expect(header).toMatch(/^=\?base64\?[A-Za-z0-9+/=]+\?=$/);
      expect(Buffer.from(header.slice(9, -2), 'base64').toString()).toBe(region);
      expect(received.every(({ headers }) => headers['x-injected'] === undefined)).toBe(true);
    },
  );
});
