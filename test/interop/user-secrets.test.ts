import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@modelcontextprotocol/client';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, EnvironmentSecrets, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp } from './connect-client.ts';

const USERS = ['ana', 'bo@example.org'] as const;
const KEYS = { ana: 'key-of-ana-0123456789', 'bo@example.org': 'key-of-bo-0123456789' } as const;

/** What the service saw: who the tool said it worked for, and with which key. */
const seen: { readonly asked: string; readonly key: string }[] = [];
let service: Server;
let host: Host;
let gateway: Gateway;
const tokens = new Map<string, string>();

const SOURCE = `
const remembered = new Set();
export default function (api) {
  api.registerTool({
    name: 'who_am_i',
    description: 'Asks the service.',
    parameters: { type: 'object', properties: { asked: { type: 'string' } } },
    capabilities: { network: { allowedHosts: ['*'] }, secrets: ['SERVICE_KEY'] },
    execute: async (id, { asked }, ctx) => {
      const key = await ctx.secrets.get('SERVICE_KEY');
      remembered.add(ctx.userId);
      const reply = await ctx.fetch('SERVICE/?asked=' + encodeURIComponent(asked), {
        headers: { authorization: 'Bearer ' + key },
      });
      return { content: [{ type: 'text', text: reply.status + ' ' + [...remembered].join(',') }] };
    },
  });
}`;

beforeAll(async () => {
  service = createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://x').searchParams.get('asked') ?? '';
    seen.push({ asked, key: request.headers.authorization ?? '' });
    response.end('ok');
  });
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const grants = {
    network: { allowedHosts: [origin], allowPrivate: ['127.0.0.1'] },
    secrets: [{ name: 'SERVICE_KEY', hosts: [origin] }],
  };
  host = await createHost({
    config: {
      agents: { main: { tools: { allow: ['who_am_i'] }, worker_scope: 'user' } },
      secrets: { SERVICE_KEY: { per: 'user' } },
    },
    extensions: [{ id: 'service', source: SOURCE.replace('SERVICE/', `${origin}/`), grants }],
    secrets: new EnvironmentSecrets({
      MORTISE_SECRET_SERVICE_KEY: 'one-for-all-that-no-user-gets',
      MORTISE_USER_SECRET_SERVICE_KEY__ana: KEYS.ana,
      MORTISE_USER_SECRET_SERVICE_KEY__bo_40example_2Eorg: KEYS['bo@example.org'],
    }),
  });
  gateway = await startGateway(host, { token: 'operator-token-of-this-test-0123456789' });
  for (const userId of [...USERS, 'cy']) {
    const made = await host.tokens.create({ agents: ['main'], userId });
    tokens.set(userId, made.token);
  }
  tokens.set('', (await host.tokens.create({ agents: ['main'] })).token);
});
afterAll(async () => {
  await gateway?.close({ drainMs: 0 });
  await host?.close();
  service?.close();
});

const connect = (userId: string, revision: '2025-11-25' | '2026-07-28'): Promise<Client> =>
  connectHttp(
    { mcpUrl: (agent) => gateway.mcpUrl(agent), token: tokens.get(userId) ?? '' },
    // The same key for all: conversations of users are apart whatever they say.
    { revision, headers: { 'Mortise-Session': 'same' } },
  );

const ask = async (client: Client, asked: string) => {
  const { content } = await client.callTool({ name: 'who_am_i', arguments: { asked } });
  return (content as readonly { readonly text: string }[]).map(({ text }) => text).join('');
};

describe('two users of one agent with credentials of their own (T-1, S-6)', () => {
  it.each(['2025-11-25', '2026-07-28'] as const)(
    'reach the service each with the right one, at the same time, by %s',
    async (revision) => {
      seen.length = 0;
      const clients = await Promise.all(USERS.map((user) => connect(user, revision)));
      const asks = Array.from({ length: 20 }, (_, index) => index).flatMap((index) =>
        USERS.map((user, which) => ask(clients[which] as Client, `${user}/${index}`)),
      );
      const answers = await Promise.all(asks);
      await Promise.all(clients.map((client) => client.close()));
      const expected = USERS.flatMap((user) =>
        Array.from({ length: 20 }, (_, index) => `${user}/${index} Bearer ${KEYS[user]}`),
      );
      expect(seen.map(({ asked, key }) => `${asked} ${key}`).sort()).toEqual(expected.sort());
      // `worker_scope: user`: no isolate remembers the calls of both.
      expect([...new Set(answers)].sort()).toEqual(USERS.map((user) => `200 ${user}`).sort());
    },
  );

  it.each([
    { user: 'cy', then: /has no value for the user "cy"/ },
    { user: '', then: /is kept per user, and this call has none/ },
  ])('give nothing to the user "$user": refused, and nothing is sent', async ({ user, then }) => {
    seen.length = 0;
    const client = await connect(user, '2025-11-25');
    expect(await ask(client, 'x')).toMatch(then);
    await client.close();
    expect(seen).toEqual([]);
  });

  it('is not given to what all users share', async () => {
    expect(await host.readSecret('SERVICE_KEY')).toBeUndefined();
  });
});
