import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigFile, McpServerState } from '@mortise/contracts';
import { type MountOptions, mountConfiguredServers, startGateway } from '@mortise/gateway';
import { createHost, type Host, MemorySecrets } from '@mortise/host';
import Provider from 'oidc-provider';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createInteropHost, INTEROP_CONFIG, interopTools } from './interop-host.ts';

const TOLD = join(import.meta.dirname, 'fixtures', 'told-server.mjs');
const SECRETS = new MemorySecrets([
  ['KEY', 'hunter2hunter2'],
  ['TOKEN', 'correct-horse-battery'],
  ['CLIENT', 'client-secret-of-the-test'],
]);
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-servers-')));
const open: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each[Symbol.asyncDispose]();
});
afterAll(() => rmSync(folder, { recursive: true }));

type Servers = NonNullable<ConfigFile['mcp_servers']>;

interface Opened {
  readonly host: Host;
  readonly lines: readonly string[];
  call(name: string, args?: object): Promise<Record<string, unknown> | undefined>;
  state(name: string): McpServerState | undefined;
}

/** Without a jail, which other tests are about: each takes the time of another Node. */
const told = (mode: string, more: Partial<Servers[string]> = {}, ...args: string[]) => ({
  ...{ command: process.execPath, args: [TOLD, mode, ...args], sandbox: 'off' as const, ...more },
});

async function mount(servers: Servers, options: MountOptions = {}): Promise<Opened> {
  const lines: string[] = [];
  const note = (details: object, text: string) => void lines.push(JSON.stringify([text, details]));
  const logger = { debug: note, info: note, warn: note, error: note };
  const config = { agents: { main: {} }, mcp_servers: servers };
  const path = join(mkdtempSync(join(folder, 'host-')), 'mortise.config.json');
  writeFileSync(path, JSON.stringify(config));
  const host = await createHost({ config: path, secrets: SECRETS, logger });
  open.push(host);
  await mountConfiguredServers(host, { firstPauseMs: 50, ...options });
  return {
    ...{ host, lines },
    state: (name) => host.servers.state(name),
    call: async (name, args = {}) => {
      const [result] = await host
        .agent('main')
        .session('s')
        .execute([{ id: '1', name, args }]);
      return result as Record<string, unknown> | undefined;
    },
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  open.push({
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('what a configuration gives to a server', () => {
  it('secrets in arguments and environment, joined with texts, and shown to no other (S-11)', async () => {
    const env = { KEY: { $secret: 'KEY' }, URL: ['http://x/?k=', { $secret: 'KEY' }] };
    const args = [TOLD, 'plain', { $secret: 'TOKEN' }, ['--t=', { $secret: 'TOKEN' }]];
    const { call, host } = await mount({ a: { command: process.execPath, args, env } });
    const seen = vi.fn();
    host.hooks.callFinished.tap('test', seen);
    const result = await call('mcp__a__told');
    expect(result).toMatchObject({
      structured: {
        args: ['[redacted]', '--t=[redacted]'],
        env: { KEY: '[redacted]', URL: 'http://x/?k=[redacted]' },
      },
    });
    expect(JSON.stringify(seen.mock.calls)).not.toMatch(/hunter2|correct-horse/);
  });

  it('no secret in what it says of itself: errors, states, lists, logs (S-11)', async () => {
    const env = { KEY: { $secret: 'KEY' } };
    const { call, host, lines, state } = await mount(
      { a: told('plain', { env }), b: told('broken', { env }) },
      { firstPauseMs: 60_000 },
    );
    expect(await call('mcp__a__leak')).toMatchObject({ message: 'refused: [redacted]' });
    expect(state('b')).toMatchObject({
      status: 'waiting',
      reason: 'exited with 3: "cannot work with [redacted]"',
      stderr: ['cannot work with [redacted]'],
    });
    const all = JSON.stringify([lines, host.diagnostics(), host.servers.states()]);
    expect(all).toContain('cannot work with [redacted]');
    expect(all).not.toContain('hunter2');
  });

  it('nothing, if a secret has no value: it is not started, and the list says which', async () => {
    const { host, state } = await mount({ a: told('plain', { env: { K: { $secret: 'NONE' } } }) });
    expect(state('a')).toMatchObject({ status: 'waiting', tools: [] });
    expect(host.diagnostics()).toMatchObject([
      {
        code: 'mcp_server_failed',
        path: 'mcp_servers.a',
        line: 1,
        message: expect.stringContaining('needs the secret NONE'),
      },
    ]);
  });

  it('a folder, from that of the configuration', async () => {
    const { call, host } = await mount({
      here: told('plain'),
      there: told('plain', { cwd: '..' }),
    });
    expect(await call('mcp__here__told')).toMatchObject({ structured: { cwd: host.configFolder } });
    expect(await call('mcp__there__told')).toMatchObject({ structured: { cwd: folder } });
  });

  it('names of tools: a prefix, other names, only some of them', async () => {
    const { host, state } = await mount({
      long: told('plain', { prefix: 'l', rename: { told: 'say' }, deny: ['crash'] }),
      few: told('plain', { allow: ['told', 'hnag'] }),
    });
    const names = host.tools().flatMap(({ name, origin }) => (origin.kind === 'mcp' ? [name] : []));
    expect(names).toEqual(['mcp__few__told', 'mcp__l__hang', 'mcp__l__leak', 'mcp__l__say']);
    expect(state('long')?.leftOut).toMatchObject([
      { tool: 'crash', path: 'mcp_servers.long.deny[0]' },
    ]);
    expect(host.diagnostics()).toMatchObject([
      { code: 'unmatched_selector', subject: 'hnag', path: 'mcp_servers.few.allow[1]' },
    ]);
    const explain = async (tool: string) => host.agent('main').session('s').explain(tool);
    expect(await explain('mcp__l__crash')).toMatchObject([
      { state: 'denied', steps: [{ path: 'mcp_servers.long.deny[0]', verdict: 'block' }] },
    ]);
    expect(await explain('mcp__few__nothing')).toEqual([]);
  });
});

describe('an address with headers', () => {
  it('gets them with every request, and nothing else of the host', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers);
      response.writeHead(500).end('hunter2hunter2 and correct-horse-battery');
    });
    const url = await listen(server);
    const headers = { Authorization: ['Bearer ', { $secret: 'TOKEN' }], 'X-Plain': 'text' };
    const { host, state, lines } = await mount({ far: { url, headers } }, { firstPauseMs: 60_000 });
    expect(state('far')).toMatchObject({ status: 'waiting', transport: 'http' });
    expect(seen.length).toBeGreaterThan(0);
    for (const each of seen) {
      expect(each).toMatchObject({
        authorization: 'Bearer correct-horse-battery',
        'x-plain': 'text',
      });
    }
    const all = JSON.stringify([lines, host.diagnostics(), host.servers.states()]);
    expect(all).not.toMatch(/correct-horse/);
  });

  it('is the way to a server that asks for a token', async () => {
    const behind = await createInteropHost();
    open.push(behind);
    const gateway = await startGateway(behind, { token: 'correct-horse-battery'.padEnd(43, '-') });
    open.push(gateway);
    const headers = { Authorization: `Bearer ${'correct-horse-battery'.padEnd(43, '-')}` };
    const { call, state } = await mount(
      { far: { url: gateway.mcpUrl('main'), headers }, shut: { url: gateway.mcpUrl('main') } },
      { firstPauseMs: 60_000 },
    );
    expect(await call('mcp__far__echo', { text: 'hi' })).toMatchObject({ text: 'hi' });
    expect(state('shut')).toMatchObject({ status: 'waiting', tools: [] });
  });

  it('does not follow a redirect elsewhere, and sends no header there', async () => {
    let elsewhere = 0;
    const other = await listen(
      createServer((_request, response) => {
        elsewhere += 1;
        response.end();
      }),
    );
    let asked = 0;
    const url = await listen(
      createServer((_request, response) => {
        asked += 1;
        response.writeHead(307, { Location: `${other}/latest/meta-data` }).end();
      }),
    );
    const headers = { 'X-Key': { $secret: 'KEY' } };
    const { state } = await mount({ far: { url, headers } }, { firstPauseMs: 60_000 });
    expect(state('far')?.status).toBe('waiting');
    expect([asked > 0, elsewhere]).toEqual([true, 0]);
  });
});

describe('an address with OAuth', () => {
  interface Issuer {
    readonly url: string;
    readonly tokens: () => number;
  }

  /** A real authorization server on loopback. */
  async function openIssuer(ttlSeconds: number): Promise<Issuer> {
    const server = createServer();
    const url = await listen(server);
    const provider = new Provider(url, {
      clients: [
        {
          ...{ client_id: 'mortise', client_secret: 'client-secret-of-the-test' },
          ...{ grant_types: ['client_credentials'], redirect_uris: [], response_types: [] },
        },
      ],
      scopes: ['mortise:call'],
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_context, resource) => ({
            ...{ scope: 'mortise:call', audience: resource, accessTokenFormat: 'jwt' },
            accessTokenTTL: ttlSeconds,
          }),
        },
      },
    });
    let tokens = 0;
    const answer = provider.callback();
    server.on('request', (request, response) => {
      if (request.url === '/token') tokens += 1;
      return answer(request, response);
    });
    return { url, tokens: () => tokens };
  }

  async function openProtected(issuer: string): Promise<string> {
    const oauth = { issuer, agents: 'all', user_claim: 'client_id' } as const;
    const behind = await createHost({
      config: { ...INTEROP_CONFIG, oauth },
      tools: interopTools({ aborted: [], started: [] }),
    });
    open.push(behind);
    const gateway = await startGateway(behind, { token: 't'.repeat(43) });
    open.push(gateway);
    return gateway.mcpUrl('main');
  }

  const client = { client_id: 'mortise', client_secret: { $secret: 'CLIENT' } };

  it('gets a token by client credentials, once for many calls', async () => {
    const issuer = await openIssuer(600);
    const url = await openProtected(issuer.url);
    const oauth = { ...client, issuer: issuer.url, scopes: ['mortise:call'] };
    const { call, lines, host } = await mount({ far: { url, oauth } });
    expect(await call('mcp__far__echo', { text: 'hi' })).toMatchObject({ text: 'hi' });
    await Promise.all([1, 2, 3].map((n) => call('mcp__far__add', { a: n, b: n })));
    expect(issuer.tokens()).toBe(1);
    expect(JSON.stringify([lines, host.servers.states()])).not.toMatch(/client-secret|eyJ/);
  });

  it('renews a token before it ends, and by its endpoint alone', async () => {
    const issuer = await openIssuer(2);
    const url = await openProtected(issuer.url);
    const oauth = { ...client, token_url: `${issuer.url}/token`, scopes: ['mortise:call'] };
    const { call } = await mount({ far: { url, oauth } });
    const first = issuer.tokens();
    await vi.waitFor(
      async () => {
        expect(await call('mcp__far__echo', { text: 'hi' })).toMatchObject({ text: 'hi' });
        expect(issuer.tokens()).toBeGreaterThan(first + 1);
      },
      { timeout: 20_000, interval: 200 },
    );
  });

  it.each([
    [
      'another secret',
      { client_secret: { $secret: 'KEY' } },
      /gave no access token: client authentication failed/,
    ],
    ['another scope', { scopes: ['mortise:everything'] }, /Insufficient scope/],
  ])('says why there is none: %s', async (_what, parts, reason) => {
    const issuer = await openIssuer(600);
    const url = await openProtected(issuer.url);
    const oauth = { ...client, issuer: issuer.url, ...parts };
    const { state } = await mount({ far: { url, oauth } }, { firstPauseMs: 60_000 });
    expect(state('far')?.reason).toMatch(reason);
    expect(state('far')?.reason).not.toMatch(/client-secret|hunter2/);
  });

  it('never sends the secret where the server points', async () => {
    const issuer = await openIssuer(600);
    let asked = 0;
    const thief = await listen(
      createServer((_request, response) => {
        asked += 1;
        response.end('{}');
      }),
    );
    const url = await listen(
      createServer((_request, response) => {
        const metadata = `resource_metadata="${thief}/.well-known/oauth-protected-resource"`;
        response.writeHead(401, { 'WWW-Authenticate': `Bearer ${metadata}` }).end();
      }),
    );
    const oauth = { ...client, issuer: issuer.url, scopes: ['mortise:call'] };
    const { state } = await mount({ far: { url, oauth } }, { firstPauseMs: 60_000 });
    expect(state('far')?.status).toBe('waiting');
    expect([asked, issuer.tokens() > 0]).toEqual([0, true]);
  });
});

describe('a server that does not work', () => {
  it('does not keep the host from starting, nor calls of others from being answered (F-9)', async () => {
    const slow = told('silent', { limits: { connectMs: 30_000 } });
    const { call, state, host } = await mount(
      { well: told('plain'), slow, broken: told('broken') },
      { waitMs: 0 },
    );
    await vi.waitFor(() => expect(state('well')?.status).toBe('connected'), { timeout: 10_000 });
    expect(await call('mcp__well__told')).toMatchObject({ ok: true });
    await vi.waitFor(() => expect(state('broken')?.status).toBe('waiting'), { timeout: 10_000 });
    expect(state('slow')).toMatchObject({ status: 'connecting', pid: expect.any(Number) });
    expect(host.diagnostics().map(({ code, subject }) => [code, subject])).toEqual([
      ['mcp_server_failed', 'broken'],
      ['mcp_server_connecting', 'slow'],
    ]);
  });

  it('is given up after the time that its limits allow', async () => {
    const { state } = await mount(
      { slow: told('silent', { limits: { connectMs: 300 } }) },
      { firstPauseMs: 60_000 },
    );
    expect(state('slow')).toMatchObject({
      status: 'waiting',
      reason: expect.stringMatching(/did not answer within/),
    });
  });

  it('answers for a call within the time that its limits allow', async () => {
    const { call } = await mount({ a: told('plain', { limits: { callMs: 200 } }) });
    expect(await call('mcp__a__hang')).toMatchObject({ status: 'failed', code: 'timeout' });
    expect(await call('mcp__a__told')).toMatchObject({ ok: true });
  });

  it('is started again after longer and longer pauses, and says how often and why', async () => {
    const { state, host } = await mount({ a: told('crashing') }, { firstPauseMs: 20 });
    await vi.waitFor(() => expect(state('a')?.restarts).toBeGreaterThan(2), { timeout: 20_000 });
    await vi.waitFor(() => expect(state('a')?.status).toBe('waiting'), { timeout: 20_000 });
    const { lastFailure, retryAt = 0 } = state('a') ?? {};
    expect(lastFailure?.reason).toBe('exited with 7');
    // The fourth pause and those after it.
    expect(retryAt - (lastFailure?.at ?? 0)).toBeGreaterThanOrEqual(80);
    expect(await host.agent('main').session('s').explain('mcp__a__told')).toMatchObject([
      {
        state: 'unavailable',
        steps: expect.arrayContaining([
          expect.objectContaining({ rule: expect.stringContaining('exited with 7') }),
        ]),
      },
    ]);
  });

  it('that is switched off stands in the list, and is not started', async () => {
    const { state, host } = await mount({ a: told('plain', { enabled: false }) });
    expect(state('a')).toMatchObject({ status: 'off', tools: [], restarts: 0 });
    expect(host.diagnostics()).toEqual([]);
  });

  it('is connected anew when an operator asks, without a pause', async () => {
    const { state, host, call } = await mount({ a: told('plain') });
    const before = state('a')?.pid;
    expect(await host.servers.reconnect('a')).toBe(true);
    expect(state('a')).toMatchObject({ status: 'connected' });
    expect(state('a')?.pid).not.toBe(before);
    expect(await call('mcp__a__told')).toMatchObject({ structured: { pid: state('a')?.pid } });
    expect(await host.servers.reconnect('b')).toBe(false);
  });
});
