import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../start-gateway.ts';

let host: Host;
let gateway: Gateway;
let clock = Date.now();

beforeAll(async () => {
  host = await createHost({ config: { agents: { a: {}, b: {} } }, now: () => clock });
  gateway = await startGateway(host, { token: 'o'.repeat(43), now: () => clock });
});

afterAll(async () => {
  await gateway.close({ drainMs: 0 });
  await host.close();
});

interface Browser {
  readonly cookie: string;
  readonly key: string;
}

function post(path: string, body: object, headers: Record<string, string> = {}) {
  return fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

const codeOf = (url = '') => new URL(url).hash.replace('#login=', '');

async function signIn(body: object): Promise<Browser & { readonly setCookie: string }> {
  const response = await post('/api/console/session', body);
  expect(response.status).toBe(200);
  const setCookie = response.headers.get('set-cookie') ?? '';
  const { key } = (await response.json()) as { readonly key: string };
  return { setCookie, key, cookie: setCookie.split(';')[0] ?? '' };
}

const asOperator = () => signIn({ code: codeOf(gateway.signInLink()?.url) });

function ask(
  path: string,
  { cookie, key }: Partial<Browser>,
  headers: Record<string, string> = {},
) {
  return fetch(`${gateway.url}${path}`, {
    headers: {
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...(key === undefined ? {} : { 'X-Mortise-Console': key }),
      ...headers,
    },
  });
}

describe('signing in to the console (F-7, T-1)', () => {
  it('opens a link once, with a cookie that no script reads and no other site sends', async () => {
    const link = gateway.signInLink();
    expect(link?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#login=[\w-]{43}$/);
    const { setCookie } = await signIn({ code: codeOf(link?.url) });
    expect(setCookie).toMatch(/^mortise_console_\d+=mortise_\w+/);
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=43200']) {
      expect(setCookie).toContain(part);
    }
    const again = await post('/api/console/session', { code: codeOf(link?.url) });
    expect([again.status, await again.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'sign_in_refused' }),
    ]);
  });

  it('refuses a link that is too old, and a code that was never made', async () => {
    const old = gateway.signInLink();
    clock += 16 * 60_000;
    for (const code of [codeOf(old?.url), 'x'.repeat(43), '']) {
      expect((await post('/api/console/session', { code })).status).toBe(401);
    }
  });

  it('lets a browser in with both halves only, and never into MCP', async () => {
    const browser = await asOperator();
    const other = await asOperator();
    expect((await ask('/api/agents', browser)).status).toBe(200);
    for (const half of [
      { cookie: browser.cookie },
      { key: browser.key },
      { cookie: browser.cookie, key: other.key },
      { cookie: browser.cookie, key: '' },
      { cookie: browser.cookie.slice(0, -1), key: browser.key },
    ]) {
      expect((await ask('/api/agents', half)).status, JSON.stringify(half)).toBe(401);
    }
    expect((await ask('/mcp/a', browser)).status).toBe(401);
  });

  it.each([
    ['another site', 'https://evil.example'],
    ['another port of this machine', 'http://127.0.0.1:1'],
    ['a page without an origin', 'null'],
  ])('refuses %s, signed in or not', async (_who, origin) => {
    const browser = await asOperator();
    expect((await ask('/api/agents', browser, { Origin: origin })).status).toBe(403);
    const code = codeOf(gateway.signInLink()?.url);
    expect((await post('/api/console/session', { code }, { Origin: origin })).status).toBe(403);
  });

  it('respects the roles and agents of a link', async () => {
    const { Authorization } = { Authorization: `Bearer ${gateway.token}` };
    const made = await post(
      '/api/console/links',
      { roles: ['view'], agents: ['a'] },
      { Authorization },
    );
    const { url } = (await made.json()) as { readonly url: string };
    const browser = await signIn({ code: codeOf(url) });
    expect((await ask('/api/agents/a', browser)).status).toBe(200);
    expect((await ask('/api/agents/b', browser)).status).toBe(403);
    expect((await ask('/api/tokens', browser)).status).toBe(403);
    const who = await (await ask('/api/console/session', browser)).json();
    expect(who).toMatchObject({ isSignedIn: true, roles: ['view'], agents: ['a'] });
  });

  it('refuses a link of a token that was revoked or has expired since', async () => {
    const linkOf = async (token: string) => {
      const made = await post('/api/console/links', {}, { Authorization: `Bearer ${token}` });
      return codeOf(((await made.json()) as { readonly url: string }).url);
    };
    const maker = await host.tokens.create({ roles: ['operate'], agents: 'all' });
    const code = await linkOf(maker.token);
    await host.tokens.revoke(maker.record.id);
    expect((await post('/api/console/session', { code })).status).toBe(401);
    const short = await host.tokens.create({
      ...{ roles: ['operate'], agents: 'all', lifetimeMs: 60_000 },
    });
    const late = await linkOf(short.token);
    clock += 61_000;
    expect((await post('/api/console/session', { code: late })).status).toBe(401);
    expect((await post('/api/console/session', { code: await linkOf(gateway.token) })).status).toBe(
      200,
    );
  });

  it('takes a token that a person holds, and no other', async () => {
    const { token, record } = await host.tokens.create({ roles: ['approve'], agents: 'all' });
    const browser = await signIn({ token });
    expect((await ask('/api/approvals', browser)).status).toBe(200);
    expect((await ask('/api/agents', browser)).status).toBe(403);
    await host.tokens.revoke(record.id);
    expect((await ask('/api/approvals', browser)).status).toBe(401);
    expect((await post('/api/console/session', { token })).status).toBe(401);
  });

  it('gives a browser another token than that of the file', async () => {
    const { cookie } = await signIn({ token: gateway.token });
    expect(cookie).not.toContain(gateway.token);
  });

  it('ends with a revoked token at once, streams included', async () => {
    const browser = await asOperator();
    const { id } = (await (await ask('/api/console/session', browser)).json()) as {
      readonly id: string;
    };
    const stream = await ask('/api/events', browser);
    const reader = stream.body?.getReader();
    await reader?.read();
    await host.tokens.revoke(id);
    // In order, not cut off: a browser would log that as a fault of the network.
    await expect(drained(reader)).resolves.toBe('closed');
    expect((await ask('/api/agents', browser)).status).toBe(401);
  });

  it('ends with signing out, for every copy of the cookie', async () => {
    const browser = await asOperator();
    const left = await fetch(`${gateway.url}/api/console/session`, {
      method: 'DELETE',
      headers: { Cookie: browser.cookie, 'X-Mortise-Console': browser.key },
    });
    expect(left.headers.get('set-cookie')).toMatch(/^mortise_console_\d+=; Max-Age=0/);
    expect((await ask('/api/agents', browser)).status).toBe(401);
  });
});

/** However the connection ends. */
async function drained(reader: ReadableStreamDefaultReader<Uint8Array> | undefined) {
  try {
    while ((await reader?.read())?.done === false);
    return 'closed';
  } catch {
    return 'cut off';
  }
}

describe('the page of the console', () => {
  it('may load its own files and ask its own server, and nothing else', async () => {
    const page = await fetch(gateway.url);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const html = await page.text();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|<style|style=|https?:\/\//);
  });

  it('is sent packed, once, and for ever under names with a hash', async () => {
    const html = await (await fetch(gateway.url)).text();
    const script = /src="\.\/(console\/[^"]+)"/.exec(html)?.[1] ?? '';
    const plain = await fetch(`${gateway.url}/${script}`, {
      headers: { 'Accept-Encoding': 'identity' },
    });
    expect(plain.headers.get('cache-control')).toContain('immutable');
    expect(plain.headers.get('content-encoding')).toBeNull();
    const packed = await fetch(`${gateway.url}/${script}`, {
      headers: { 'Accept-Encoding': 'br' },
    });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(await packed.text()).toBe(await plain.text());
    const tag = plain.headers.get('etag') ?? '';
    const known = await fetch(`${gateway.url}/${script}`, { headers: { 'If-None-Match': tag } });
    expect(known.status).toBe(304);
  });

  it.each([
    '/console/nothing.js',
    '/console/..%2fmanifest.json',
    '/console/',
    '/console/manifest.json',
  ])('has nothing at %s', async (path) => {
    expect((await fetch(`${gateway.url}${path}`)).status).toBe(404);
  });

  it('is not there where the program does not want it', async () => {
    await using bare = await startGateway(host, { token: 'p'.repeat(43), console: false });
    expect((await fetch(bare.url)).status).toBe(404);
    expect(bare.signInLink()).toBeUndefined();
    const body = JSON.stringify({ token: 'p'.repeat(43) });
    const headers = { 'Content-Type': 'application/json' };
    const signIn = await fetch(`${bare.url}/api/console/session`, {
      method: 'POST',
      headers,
      body,
    });
    expect(signIn.status).toBe(404);
  });
});
