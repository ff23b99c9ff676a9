import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../start-gateway.ts';

let host: Host;
let gateway: Gateway;
let passed = 0;
const now = () => Date.now() + passed;

beforeAll(async () => {
  host = await createHost({ config: { agents: { main: {} } }, now });
  gateway = await startGateway(host, { token: 'o'.repeat(43), now });
});

afterAll(async () => {
  await gateway.close({ drainMs: 0 });
  await host.close();
});

type Headers = Readonly<Record<string, string>>;

const ask = (path: string, headers: Headers) => fetch(`${gateway.url}${path}`, { headers });

async function post<Answer>(path: string, body: object, headers: Headers = {}) {
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const cookie = response.headers.get('set-cookie') ?? '';
  return { status: response.status, cookie, answer: (await response.json()) as Answer };
}

/** Opens a link that is asked for with these headers, and answers those of the browser that it signed in. */
async function signInByLinkOf(headers: Headers): Promise<{ browser: Headers; cookie: string }> {
  const { answer } = await post<{ url: string }>('/api/console/links', {}, headers);
  const code = answer.url.split('login=')[1];
  const opened = await post<{ key: string }>('/api/console/session', { code });
  expect(opened.status).toBe(200);
  const { cookie } = opened;
  const Cookie = cookie.split(';')[0] ?? '';
  return { browser: { Cookie, 'X-Mortise-Console': opened.answer.key }, cookie };
}

const operatorToken = (lifetimeMs = 3_600_000_000) =>
  host.tokens.create({ roles: ['operate'], agents: 'all', lifetimeMs });

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Has a stream of events open, and answers how to wait for its end. */
async function openEvents(browser: Headers): Promise<() => Promise<string>> {
  const stream = await ask('/api/events', browser);
  const reader = stream.body?.getReader();
  await reader?.read();
  return async () => {
    while ((await reader?.read())?.done === false);
    return 'ended';
  };
}

describe('a session of the console that the link of a token opened (T-1)', () => {
  it('ends with that token when it is revoked, an open stream of events included', async () => {
    const { token, record } = await operatorToken();
    const { browser } = await signInByLinkOf(bearer(token));
    expect((await ask('/api/agents', browser)).status).toBe(200);
    const ended = await openEvents(browser);
    await host.tokens.revoke(record.id);
    expect((await ask('/api/agents', browser)).status).toBe(401);
    await expect(ended()).resolves.toBe('ended');
  });

  it('ends over a session whose link opened it, and with that one alone, too', async () => {
    const { token, record } = await operatorToken();
    const first = await signInByLinkOf(bearer(token));
    const second = await signInByLinkOf(first.browser);
    const third = await signInByLinkOf(second.browser);
    const out = await fetch(`${gateway.url}/api/console/session`, {
      ...{ method: 'DELETE', headers: second.browser },
    });
    expect(out.status).toBe(200);
    expect((await ask('/api/agents', third.browser)).status).toBe(401);
    expect((await ask('/api/agents', first.browser)).status).toBe(200);
    const fourth = await signInByLinkOf(first.browser);
    await host.tokens.revoke(record.id);
    expect((await ask('/api/agents', fourth.browser)).status).toBe(401);
  });

  it('lasts no longer than that token, an open stream of events included', async () => {
    const { token } = await operatorToken(60_000);
    const { browser, cookie } = await signInByLinkOf(bearer(token));
    const lifetime = Number(/Max-Age=(\d+)/.exec(cookie)?.[1]);
    expect(lifetime).toBeGreaterThan(30);
    expect(lifetime).toBeLessThanOrEqual(60);
    const ended = await openEvents(browser);
    passed += 61_000;
    expect((await ask('/api/agents', browser)).status).toBe(401);
    await expect(ended()).resolves.toBe('ended');
  });

  it('of the operator lives on when a token of a client is revoked', async () => {
    const { record } = await operatorToken();
    const { browser } = await signInByLinkOf(bearer(gateway.token));
    await host.tokens.revoke(record.id);
    expect((await ask('/api/agents', browser)).status).toBe(200);
  });
});
