import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mountConfiguredServers } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterEach, describe, expect, it, vi } from 'vitest';

interface Asked {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly name?: string };
}

/** A server over HTTP that keeps its sessions in memory; what it says of one that it does not know has this status. */
class ForgetfulServer {
  readonly #status: number;
  readonly #sessions = new Set<string>();
  readonly server = createServer((incoming, outgoing) => void this.#read(incoming, outgoing));
  opened = 0;

  constructor(status: number) {
    this.#status = status;
  }

  /** As one does that was started anew at the same address. */
  forget(): void {
    this.#sessions.clear();
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/mcp`;
  }

  async #read(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const pieces: Buffer[] = await incoming.toArray();
    const text = Buffer.concat(pieces).toString();
    if (incoming.method !== 'POST') return void outgoing.writeHead(405).end();
    this.#answer(JSON.parse(text) as Asked, String(incoming.headers['mcp-session-id']), outgoing);
  }

  #answer({ id, method, params }: Asked, session: string, outgoing: ServerResponse): void {
    const send = (status: number, said: object, headers = {}) =>
      outgoing
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, ...said }));
    if (method === 'initialize') {
      this.opened += 1;
      const opened = `session ${this.opened}`;
      this.#sessions.add(opened);
      const serverInfo = { name: 'forgetful', version: '1' };
      const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
      return void send(200, { result }, { 'mcp-session-id': opened });
    }
    const refuse = (message: string) => ({ error: { code: -32_000, message } });
    if (!this.#sessions.has(session)) {
      return void send(this.#status, refuse('Bad Request: No valid session ID provided'));
    }
    if (id === undefined) return void outgoing.writeHead(202).end();
    if (method === 'tools/list') {
      const tools = ['greet', 'wrong'].map((name) => ({ name, inputSchema: { type: 'object' } }));
      return void send(200, { result: { tools } });
    }
    if (params?.name === 'wrong') return void send(400, refuse('Bad Request: not like this'));
    const content = [{ type: 'text', text: 'hello' }];
    send(200, { result: method === 'tools/call' ? { content } : {} });
  }
}

let host: Host | undefined;
let forgetful: ForgetfulServer | undefined;
afterEach(async () => {
  await host?.close();
  forgetful?.server.close();
});

async function mount(status: number): Promise<(tool: string) => Promise<unknown>> {
  forgetful = new ForgetfulServer(status);
  const mcpServers = { shop: { url: await forgetful.listen() } };
  host = await createHost({ config: { agents: { main: {} }, mcp_servers: mcpServers } });
  const mounted = host;
  await mountConfiguredServers(mounted);
  await vi.waitFor(() =>
    expect(mounted.servers.states()[0]).toMatchObject({ status: 'connected' }),
  );
  const session = mounted.agent('main').session('s');
  return async (tool) =>
    (await session.execute([{ id: tool, name: `mcp__shop__${tool}`, args: {} }]))[0];
}

const SOON = { timeout: 10_000, interval: 50 };

describe('a server over HTTP that was started anew and knows no session any more (F-9)', () => {
  it.each([404, 400])('is connected to anew, though it says %i', async (status) => {
    const call = await mount(status);
    expect(await call('greet')).toMatchObject({ ok: true });
    forgetful?.forget();
    expect(await call('greet')).toMatchObject({ ok: false, code: 'execution_failed' });
    await vi.waitFor(async () => expect(await call('greet')).toMatchObject({ ok: true }), SOON);
    expect(forgetful?.opened).toBe(2);
  });

  it('is not taken for one that says 400 of one call', async () => {
    const call = await mount(404);
    for (const _ of [1, 2, 3]) expect(await call('wrong')).toMatchObject({ ok: false });
    expect(await call('greet')).toMatchObject({ ok: true });
    expect(forgetful?.opened).toBe(1);
  });
});
