import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Tool } from '@mortise/contracts';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  openSlowSocket,
  type RawAnswer,
  type RawRequest,
  sendRaw,
  statelessCall,
} from './raw-http.ts';

const token = 'a'.repeat(43);
const authorized = { Authorization: `Bearer ${token}` };
const json = { ...authorized, 'Content-Type': 'application/json' };
let released = Promise.withResolvers<void>();

const TOOLS: readonly Tool[] = [
  {
    name: 'echo',
    description: 'Says what it is told',
    schema: { type: 'object' },
    execute: () => ({ ok: true, value: 'echo' }),
  },
  {
    name: 'wait',
    description: 'Waits',
    schema: { type: 'object' },
    execute: async () => {
      await released.promise;
      return { ok: true, value: 'waited' };
    },
  },
];

let host: Host;
let gateway: Gateway;
/** Of a client that has nothing to do with those that flood. */
let other: string;

beforeAll(async () => {
  host = await createHost({ config: { agents: { main: {} } }, tools: TOOLS });
  const limits = { headersTimeoutMs: 2_000, connections: 1_200, waitMs: 500 };
  gateway = await startGateway(host, { token, limits });
  other = (await host.tokens.create({ agents: ['main'] })).token;
});

afterAll(async () => {
  await gateway.close();
  await host.close();
});

const send = (request: RawRequest) => sendRaw(gateway.url, request);
const call = (session: string) => {
  const request = statelessCall(other, 'echo');
  return send({ ...request, headers: { ...request.headers, 'Mortise-Session': session } });
};

/** Calls a tool and the API again and again until `work` is over; every answer must be a good one. */
async function serveThroughout<Value>(work: () => Promise<Value>): Promise<Value> {
  let isOver = false;
  const legitimate = (async () => {
    let served = 0;
    while (!isOver) {
      const [mcp, api] = await Promise.all([
        call('legitimate'),
        send({ path: '/api/agents', headers: authorized }),
      ]);
      expect([mcp.status, api.status]).toEqual([200, 200]);
      served += 1;
      await pause(5);
    }
    return served;
  })();
  // An answer that is not a good one must not be lost while the work goes on.
  legitimate.catch(() => undefined);
  const value = await work();
  isOver = true;
  expect(await legitimate).toBeGreaterThan(0);
  return value;
}

describe('a request that is not in order', () => {
  const initialize = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
  const post = (headers: Record<string, string>, body: string | Buffer = initialize) =>
    ({ method: 'POST', path: '/mcp/main', headers, body }) as const;
  it.each([
    {
      what: 'another host',
      request: { path: '/api/agents', headers: { ...authorized, Host: 'evil.example' } },
      status: 403,
      code: 'host_forbidden',
    },
    {
      what: 'no host that can be read',
      request: { path: '/api/agents', headers: { ...authorized, Host: 'a b' } },
      status: 400,
      code: 'request_invalid',
    },
    {
      what: 'the origin of a page',
      request: { path: '/api/agents', headers: { ...authorized, Origin: 'https://evil.example' } },
      status: 403,
      code: 'origin_forbidden',
    },
    {
      what: 'an opaque origin',
      request: { path: '/api/agents', headers: { ...authorized, Origin: 'null' } },
      status: 403,
      code: 'origin_forbidden',
    },
    {
      what: 'another port as origin',
      request: { path: '/api/agents', headers: { ...authorized, Origin: 'http://127.0.0.1:1' } },
      status: 403,
      code: 'origin_forbidden',
    },
    {
      what: 'a page at the MCP endpoint',
      request: post({ ...json, Origin: 'https://evil.example' }),
      status: 403,
      code: 'origin_forbidden',
    },
    { what: 'no token', request: { path: '/api/agents' }, status: 401, code: 'unauthorized' },
    {
      what: 'a wrong token',
      request: { path: '/api/agents', headers: { Authorization: `Bearer ${'b'.repeat(43)}` } },
      status: 401,
      code: 'unauthorized',
    },
    {
      what: 'a token in another scheme',
      request: { path: '/api/agents', headers: { Authorization: `Basic ${token}` } },
      status: 401,
      code: 'unauthorized',
    },
    {
      what: 'no token at the MCP endpoint',
      request: post({ 'Content-Type': 'application/json' }),
      status: 401,
      code: 'unauthorized',
    },
    {
      what: 'a form',
      request: {
        method: 'POST',
        path: '/api/agents/main/calls',
        headers: { ...authorized, 'Content-Type': 'text/plain' },
        body: '{}',
      },
      status: 415,
      code: 'content_type_unsupported',
    },
    {
      what: 'ten megabytes',
      request: {
        method: 'POST',
        path: '/api/agents/main/calls',
        headers: json,
        body: Buffer.alloc(10_000_000, 'x'),
      },
      status: 413,
      code: 'body_too_large',
    },
    {
      what: 'no JSON',
      request: { method: 'POST', path: '/api/agents/main/calls', headers: json, body: '{' },
      status: 400,
      code: 'request_invalid',
    },
    {
      what: 'the wrong JSON',
      request: {
        method: 'POST',
        path: '/api/agents/main/calls',
        headers: json,
        body: '{"calls":[]}',
      },
      status: 400,
      code: 'request_invalid',
    },
    {
      what: 'a key that is not there',
      request: {
        method: 'POST',
        path: '/api/agents/main/calls',
        headers: json,
        body: '{"calls":[{"name":"echo"}],"constructor":1}',
      },
      status: 400,
      code: 'request_invalid',
    },
    {
      what: 'another agent',
      request: { path: '/api/agents/nobody', headers: authorized },
      status: 404,
      code: 'unknown_agent',
    },
    {
      what: 'a name of the prototype',
      request: { path: '/api/agents/__proto__', headers: authorized },
      status: 404,
      code: 'unknown_agent',
    },
    {
      what: 'another address',
      request: { path: '/etc/passwd', headers: authorized },
      status: 404,
      code: 'route_unknown',
    },
    {
      what: 'another method',
      request: { method: 'DELETE', path: '/api/agents', headers: authorized },
      status: 405,
      code: 'method_not_allowed',
    },
  ])('with $what is answered $status $code', async ({ request, status, code }) => {
    const answer = await send(request);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({
      code,
      message: expect.any(String),
      hint: expect.any(String),
    });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    { what: 'a form', request: post({ ...authorized, 'Content-Type': 'text/plain' }), status: 415 },
    { what: 'ten megabytes', request: post(json, Buffer.alloc(10_000_000, 'x')), status: 413 },
    { what: 'no JSON', request: post(json, '{'), status: 400 },
    { what: 'a batch', request: post(json, '[]'), status: 400 },
    {
      what: 'nesting without end',
      request: post(json, `${'['.repeat(400_000)}${']'.repeat(400_000)}`),
      status: 400,
    },
    { what: 'deep arguments', request: deepCall(), status: 200 },
    {
      what: 'a session nobody has',
      request: post({ ...json, 'Mcp-Session-Id': 'x' }),
      status: 404,
    },
    {
      what: 'a session key with blanks',
      request: post({ ...json, 'Mortise-Session': 'a b' }),
      status: 400,
    },
    { what: 'another agent', request: { ...post(json), path: '/mcp/nobody' }, status: 404 },
  ])('at the MCP endpoint, with $what, is answered $status', async ({ request, status }) => {
    const answer = await send(request);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ jsonrpc: '2.0' });
  });
});

function deepCall(): RawRequest {
  const request = statelessCall(token, 'echo', { a: 'HERE' });
  const nested = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  return { ...request, body: String(request.body).replace('"HERE"', nested) };
}

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

describe('the gateway under load', { timeout: 60_000 }, () => {
  it('serves everyone else while 200 sockets trickle their headers, and ends those', async () => {
    await serveThroughout(async () => {
      const sockets = Array.from({ length: 200 }, () => openSlowSocket(gateway.url));
      const trickle = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write('x');
      }, 100);
      await Promise.all(sockets.map(closed));
      clearInterval(trickle);
    });
  });

  it('gives the place of an idle connection to who has something to say', async () => {
    const small = await startGateway(host, { token, limits: { connections: 20 } });
    const sockets = Array.from({ length: 60 }, () => openSlowSocket(small.url));
    await pause(200);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        sendRaw(small.url, { path: '/api/agents', headers: authorized }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    for (const socket of sockets) socket.destroy();
    await small.close();
  });

  it('answers 1,000 requests in flight, most with when to come again, and everyone else as ever', async () => {
    // Anew for each attempt.
    released = Promise.withResolvers<void>();
    const request = statelessCall(token, 'wait');
    const answers = await serveThroughout(async () => {
      let refusals = 0;
      const flood = Array.from({ length: 1_000 }, async (): Promise<RawAnswer> => {
        const answer = await send(request);
        if (answer.body.includes('too_busy')) refusals += 1;
        return answer;
      });
      await vi.waitFor(() => expect(refusals).toBe(952), { timeout: 30_000, interval: 50 });
      released.resolve();
      return Promise.all(flood);
    });
    expect(answers.filter(({ body }) => body.includes('waited'))).toHaveLength(48);
    const refused = answers.filter(({ body }) => !body.includes('waited'));
    for (const { headers, body } of refused) {
      expect(headers['retry-after']).toBe('1');
      expect(JSON.parse(body)).toMatchObject({
        jsonrpc: '2.0',
        error: { data: { code: 'too_busy', retryAfterMs: 1_000 } },
      });
    }
    // What was read has an answer of its own, whose reason clients show; the rest came before it could be read.
    const forms = new Set(refused.map(({ status, body }) => `${status} ${JSON.parse(body).id}`));
    expect(['200 1', '503 null']).toEqual(expect.arrayContaining([...forms]));
    expect((await call('after')).status).toBe(200);
  });

  it('answers 1,000 requests without a token at once, all with 401', async () => {
    const flood = await serveThroughout(() =>
      Promise.all(Array.from({ length: 1_000 }, () => send({ path: '/api/agents' }))),
    );
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([401]));
  });
});
