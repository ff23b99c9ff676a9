import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mountConfiguredServers } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** What tools of a server over HTTP answer that is no answer of JSON-RPC. */
const BROKEN: Readonly<Record<string, string>> = {
  meta: '{"jsonrpc":"2.0","id":ID,"result":{"content":[],"_meta":null}}',
  error: '{"jsonrpc":"2.0","id":ID,"error":null}',
  number: '{"jsonrpc":"2.0","id":ID,"result":{"content":[],"structuredContent":{"a":NaN}}}',
};

let host: Host;
let opened = 0;
let release: () => void = () => undefined;
const server = createServer((incoming, outgoing) => {
  let body = '';
  incoming.on('data', (piece) => {
    body += piece;
  });
  incoming.on('end', () => answer(body === '' ? {} : JSON.parse(body), outgoing));
});

interface Asked {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly name?: string };
}

function answer({ id, method, params: { name = '' } = {} }: Asked, outgoing: ServerResponse): void {
  const send = (text: string) =>
    outgoing
      .writeHead(200, { 'content-type': 'application/json' })
      .end(text.replace('ID', JSON.stringify(id)));
  const result = (value: object) => send(JSON.stringify({ jsonrpc: '2.0', id, result: value }));
  if (id === undefined) outgoing.writeHead(method === undefined ? 405 : 202).end();
  else if (method === 'initialize') {
    opened += 1;
    const serverInfo = { name: 'broken', version: '1' };
    result({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo });
  } else if (method === 'tools/list') {
    const names = [...Object.keys(BROKEN), 'slow'];
    result({ tools: names.map((each) => ({ name: each, inputSchema: { type: 'object' } })) });
  } else if (name === 'slow') {
    release = () => result({ content: [{ type: 'text', text: 'slow' }] });
  } else {
    const unknown =
      '{"jsonrpc":"2.0","id":ID,"error":{"code":-32601,"message":"Method not found"}}';
    send(BROKEN[name] ?? unknown);
  }
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  host = await createHost({ config: { agents: { main: {} }, mcp_servers: { broken: { url } } } });
  await mountConfiguredServers(host);
  await vi.waitFor(
    () => expect(host.servers.states()[0]).toMatchObject({ status: 'connected' }),
    10_000,
  );
});
afterAll(async () => {
  await host.close();
  server.close();
});

describe('a server over HTTP whose tool answers with what is no answer (F-9, S-4)', () => {
  it.each(Object.keys(BROKEN))('fails that call, and no other: %s', async (name) => {
    const session = host.agent('main').session(name);
    const call = async (tool: string) => {
      const [result] = await session.execute([
        { id: tool, name: `mcp__broken__${tool}`, args: {} },
      ]);
      return result;
    };
    release = () => undefined;
    const before = release;
    const slow = call('slow');
    await vi.waitFor(() => expect(release).not.toBe(before));
    expect(await call(name)).toMatchObject({
      code: 'result_invalid',
      message: 'The MCP server "broken" gave no result that can be read.',
    });
    release();
    expect(await slow).toMatchObject({ ok: true, text: 'slow' });
    expect(opened).toBe(1);
  });
});
