import { setTimeout as pause } from 'node:timers/promises';
import type { Tool } from '@mortise/contracts';
import { createHost, type Host } from '@mortise/host';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Gateway, startGateway } from '../http/start-gateway.ts';

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'client', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const MODERN = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };

/** A prompt that is never filled in. */
const PROMPTING = `export default (api) => api.registerPrompt({
  name: 'slow', description: 'Waits', get: () => new Promise((done) => setTimeout(done, 20_000)),
});`;

let host: Host;
let gateway: Gateway;
let ran: string[];
let now: number;
let releases: Map<string, () => void>;
beforeEach(async () => {
  ran = [];
  now = Date.now();
  releases = new Map();
  const wait: Tool = {
    ...{ name: 'wait', description: 'Waits', schema: { type: 'object' } },
    execute: ({ as }) => {
      ran.push(String(as));
      const answer = { ok: true, value: `waited as ${as}` } as const;
      return new Promise((resolve) => releases.set(String(as), () => resolve(answer)));
    },
  };
  const echo: Tool = {
    ...{ name: 'echo', description: 'Echoes', schema: { type: 'object' } },
    execute: () => ({ ok: true, value: 'echoed' }),
  };
  host = await createHost({ config: { agents: { main: {} } }, tools: [wait, echo] });
  const limits = { calls: 2, callsPerAgent: 2, callsPerCaller: 2, waitMs: 4_000 };
  gateway = await startGateway(host, {
    ...{ token: 't'.repeat(43), mcpAuthentication: 'none', limits },
    now: () => now,
  });
});
afterEach(async () => {
  await gateway.close({ drainMs: 0 });
  await host.close();
});

const post = (
  message: object,
  headers: Record<string, string>,
  signal = AbortSignal.timeout(5_000),
) =>
  fetch(gateway.mcpUrl('main'), {
    method: 'POST',
    signal,
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });

async function openSession(capabilities: object = {}): Promise<Record<string, string>> {
  const clientInfo = { name: 'client', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  const opened = await post({ id: 0, method: 'initialize', params }, {});
  await opened.text();
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  await post({ method: 'notifications/initialized' }, session);
  return session;
}

const META = [
  { what: 'none', meta: null },
  { what: 'a number', meta: 5 },
  { what: 'a list', meta: [] },
  { what: 'a token that is none', meta: { progressToken: null } },
  { what: 'a token that is a fraction', meta: { progressToken: 1.5 } },
  { what: 'a token that is an object', meta: { progressToken: {} } },
  { what: 'a task that is none', meta: { 'io.modelcontextprotocol/related-task': 5 } },
];

describe('a request with metadata that breaks the schema (E-14)', () => {
  it.each(META)('is refused, and not left without an answer, in a session: $what', async (each) => {
    const session = await openSession();
    for (const method of ['tools/call', 'tools/list']) {
      const params = { ...(method === 'tools/call' ? { name: 'echo' } : {}), _meta: each.meta };
      const answer = await post({ id: 1, method, params }, session);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ id: 1, error: { code: -32_600 } });
    }
  });

  it.each(META.filter(({ meta }) => Object(meta) === meta && !Array.isArray(meta)))(
    'is refused, and not left without an answer, without sessions: $what',
    async ({ meta }) => {
      const params = { name: 'echo', _meta: { ...ENVELOPE, ...(meta as object) } };
      const headers = { ...MODERN, 'mcp-name': 'echo' };
      const answer = await post({ id: 1, method: 'tools/call', params }, headers);
      expect(await answer.json()).toMatchObject({ error: { code: expect.any(Number) } });
    },
  );
});

describe('a message that is none (E-14)', () => {
  it.each([
    { what: 'a fraction as its id', message: { id: 1.5, method: 'ping' }, id: 1.5 },
    { what: 'no id that counts', message: { id: null, method: 'ping' }, id: null },
    { what: 'another key', message: { id: 1, method: 'ping', more: 1 }, id: 1 },
    { what: 'no method', message: { id: 1 }, id: 1 },
    {
      what: 'an answer, which has the id of another request',
      message: { id: 1, result: 5 },
      id: null,
    },
  ])('gets an error with its id: $what', async ({ message, id }) => {
    const answer = await post(message, await openSession());
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ id, error: { code: -32_600 } });
  });
});

describe('a request whose id is that of one that is being answered (E-14)', () => {
  const waiting = (as: string) => ({
    ...{ id: 7, method: 'tools/call' },
    params: { name: 'wait', arguments: { as } },
  });

  it.each([
    { of: 'a client that can be asked nothing', capabilities: {} },
    { of: 'a client that can be asked', capabilities: { sampling: {} } },
  ])('is refused; the first keeps its answer: $of', async ({ capabilities }) => {
    const session = await openSession(capabilities);
    const first = post(waiting('first'), session);
    await vi.waitFor(() => expect(ran).toEqual(['first']));
    const ping = { id: 7, method: 'ping' };
    for (const message of [waiting('second'), ping]) {
      const refused = await post(message, session);
      expect(await refused.json()).toMatchObject({ id: 7, error: { code: -32_600 } });
    }
    releases.get('first')?.();
    expect(await (await first).text()).toContain('waited as first');
    expect(ran).toEqual(['first']);
    const again = post(waiting('again'), session);
    await vi.waitFor(() => expect(ran).toEqual(['first', 'again']));
    releases.get('again')?.();
    expect(await (await again).text()).toContain('waited as again');
  });
});

const waitingAs = (as: string) => ({
  ...{ id: as, method: 'tools/call' },
  params: { name: 'wait', arguments: { as } },
});

describe.each([
  { of: 'a client that can be asked nothing', capabilities: {} },
  { of: 'a client that can be asked', capabilities: { sampling: {} } },
])('a call that goes on without its connection (E-14): $of', ({ capabilities }) => {
  it('has its place until it ends', async () => {
    const session = await openSession(capabilities);
    for (const as of ['one', 'two']) {
      const connection = new AbortController();
      const lost = post(waitingAs(as), session, connection.signal).catch(() => 'lost');
      await vi.waitFor(() => expect(ran).toContain(as));
      connection.abort();
      expect(await lost).toBe('lost');
    }
    const next = post(waitingAs('next'), session);
    await pause(300);
    expect(ran).toEqual(['one', 'two']);
    releases.get('one')?.();
    await vi.waitFor(() => expect(ran).toEqual(['one', 'two', 'next']));
    for (const as of ['two', 'next']) releases.get(as)?.();
    expect(await (await next).text()).toContain('waited as next');
  });
});

describe('a request that is cancelled (E-14)', () => {
  it('while it waits for a place runs nothing', async () => {
    const session = await openSession();
    const running = ['one', 'two'].map((as) => post(waitingAs(as), session));
    await vi.waitFor(() => expect(ran).toEqual(['one', 'two']));
    const waiting = post(waitingAs('never'), session).then((answer) => answer.text());
    // On a busy machine the cancellation may come before the request that it is about.
    await vi.waitFor(async () => {
      await post({ method: 'notifications/cancelled', params: { requestId: 'never' } }, session);
      expect(await Promise.race([waiting, pause(50, 'waits')])).toBe('');
    });
    for (const as of ['one', 'two']) releases.get(as)?.();
    await Promise.all(running);
    expect(
      await (await post({ ...waitingAs('x'), params: { name: 'echo' } }, session)).text(),
    ).toContain('echoed');
    expect(ran).toEqual(['one', 'two']);
  });

  it('of a prompt is over, and gives back its place and its id', async () => {
    await host.extensions.load({ id: 'prompting', source: PROMPTING });
    const session = await openSession();
    const prompt = post({ id: 3, method: 'prompts/get', params: { name: 'slow' } }, session);
    const answer = await prompt;
    const cancelled = { method: 'notifications/cancelled', params: { requestId: 3 } };
    await post(cancelled, session);
    expect(await answer.text()).not.toContain('data:');
    const ping = await post({ id: 3, method: 'ping' }, session);
    expect(await ping.text()).toContain('"result":{}');
  });
});

describe('a session whose call took longer than sessions may be idle (E-14)', () => {
  it('was in use until that ended: the next one that is opened does not end it', async () => {
    const session = await openSession();
    const long = post(waitingAs('long'), session);
    await vi.waitFor(() => expect(ran).toEqual(['long']));
    now += 40 * 60_000;
    releases.get('long')?.();
    expect(await (await long).text()).toContain('waited as long');
    await openSession();
    expect((await post({ id: 2, method: 'ping' }, session)).status).toBe(200);
  });
});
