import type { Client } from '@modelcontextprotocol/client';
import { type Gateway, startGateway } from '@mortise/gateway';
import type { Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ConnectOptions, connectHttp, connectStdio } from './connect-client.ts';
import { createInteropHost, type Sightings } from './interop-host.ts';
import { sendRaw } from './raw-http.ts';

const seen: Sightings = { aborted: [], started: [] };
const token = 's'.repeat(43);
let host: Host;
let gateway: Gateway;

beforeAll(async () => {
  host = await createInteropHost(seen);
  gateway = await startGateway(host, { token, maxSessions: 4 });
});

afterAll(async () => {
  await gateway.close();
  await host.close();
});

const OLD = { revision: '2025-11-25' } as const;
const NEW = { revision: '2026-07-28' } as const;

async function load(client: Client): Promise<void> {
  const result = await client.callTool({ name: 'load_tools', arguments: { toolkit: 'extra' } });
  expect(result.isError).toBeFalsy();
}

async function has(client: Client, name: string): Promise<boolean> {
  return (await client.listTools()).tools.some((tool) => tool.name === name);
}

async function tokenFor(name: string): Promise<string> {
  return (await host.tokens.create({ name, agents: ['main'], roles: ['call'] })).token;
}

async function connectAs(client: string, options: ConnectOptions): Promise<Client> {
  return connectHttp({ mcpUrl: (agent) => gateway.mcpUrl(agent), token: client }, options);
}

/** A message of the older revision, by hand. */
async function post(of: string, message: object, session?: string) {
  const { url } = gateway;
  const answer = await sendRaw(url, {
    method: 'POST',
    path: '/mcp/main',
    headers: {
      Authorization: `Bearer ${of}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(session === undefined ? {} : { 'Mcp-Session-Id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  return { ...answer, session: String(answer.headers['mcp-session-id']) };
}

function initialize(of: string) {
  const clientInfo = { name: 'copy', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  return post(of, { id: 1, method: 'initialize', params });
}

const CALL_HANG = { id: 2, method: 'tools/call', params: { name: 'hang', arguments: {} } };
const LOAD = {
  ...{ id: 3, method: 'tools/call' },
  params: { name: 'load_tools', arguments: { toolkit: 'extra' } },
};
const LIST = { id: 4, method: 'tools/list' };

describe('what a client loads over MCP (M-4, T-1)', () => {
  it('is its own: a second copy of the program with the same token does not have it', async () => {
    const of = await tokenFor('copies');
    const [first, second] = [await connectAs(of, OLD), await connectAs(of, OLD)];
    await load(first);
    expect([await has(first, 'late'), await has(second, 'late')]).toEqual([true, false]);
    await Promise.all([first.close(), second.close()]);
  });

  it('is there when the program comes back', async () => {
    const of = await tokenFor('returning');
    const first = await connectAs(of, OLD);
    await load(first);
    await first.close();
    await vi.waitFor(async () => {
      const again = await connectAs(of, OLD);
      const found = await has(again, 'late');
      await again.close();
      expect(found).toBe(true);
    });
  });

  it('is another for each token where every request stands for itself', async () => {
    const [one, other] = [await tokenFor('one'), await tokenFor('other')];
    const client = await connectAs(one, NEW);
    await load(client);
    const [again, stranger] = [await connectAs(one, NEW), await connectAs(other, NEW)];
    expect([await has(again, 'late'), await has(stranger, 'late')]).toEqual([true, false]);
    await Promise.all([client, again, stranger].map((each) => each.close()));
  });

  it('is there for all that state its key, in both revisions', async () => {
    const of = await tokenFor('keyed');
    const headers = { 'Mortise-Session': 'my-work' };
    const old = await connectAs(of, { ...OLD, headers });
    await load(old);
    const recent = await connectAs(of, { ...NEW, headers });
    expect(await has(recent, 'late')).toBe(true);
    await Promise.all([old.close(), recent.close()]);
  });

  it('is its own over standard streams', { timeout: 60_000 }, async () => {
    const clients = await Promise.all([connectStdio(OLD), connectStdio(NEW)]);
    const [first, second] = clients;
    await load(first);
    expect([await has(first, 'late'), await has(second, 'late')]).toEqual([true, false]);
    await Promise.all(clients.map((each) => each.close()));
  });
});

describe('a session of the older revision', () => {
  it('is unknown after a restart, in the words by which clients initialize anew, and then has its toolkits', async () => {
    const of = await tokenFor('restarted');
    const { session } = await initialize(of);
    expect((await post(of, LOAD, session)).status).toBe(200);
    await gateway.close();
    gateway = await startGateway(host, { token, maxSessions: 4 });
    const answer = await post(of, LIST, session);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({
      ...{ jsonrpc: '2.0', id: 4 },
      error: { code: -32_001, message: expect.stringContaining('Session not found') },
    });
    const again = await initialize(of);
    expect((await post(of, LIST, again.session)).body).toContain('"late"');
  });

  it('is not ended while a call is in flight, and a new one is refused while all are', async () => {
    await gateway.close();
    gateway = await startGateway(host, { token, maxSessions: 2 });
    const of = await tokenFor('busy');
    const [busy, idle] = [await initialize(of), await initialize(of)];
    const started = seen.started.length;
    const answers = [post(of, CALL_HANG, busy.session)];
    await vi.waitFor(() => expect(seen.started.length).toBe(started + 1));
    const third = await initialize(of);
    expect(third.status).toBe(200);
    expect((await post(of, LIST, idle.session)).status).toBe(404);
    expect((await post(of, LIST, busy.session)).status).toBe(200);
    answers.push(post(of, CALL_HANG, third.session));
    await vi.waitFor(() => expect(seen.started.length).toBe(started + 2));
    const refused = await initialize(of);
    expect(JSON.parse(refused.body)).toMatchObject({
      ...{ jsonrpc: '2.0', id: 1 },
      error: { data: { code: 'too_busy', retryAfterMs: expect.any(Number) } },
    });
    const cancel = { method: 'notifications/cancelled', params: { requestId: 2 } };
    await post(of, cancel, busy.session);
    await post(of, cancel, third.session);
    expect(await Promise.all(answers)).toMatchObject([
      { status: 200, body: '' },
      { status: 200, body: '' },
    ]);
    expect((await initialize(of)).status).toBe(200);
  });
});
