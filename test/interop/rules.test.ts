import type { Client } from '@modelcontextprotocol/client';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, defineTool, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp, type Revision } from './connect-client.ts';

const GUEST = `export default (api) => api.registerTool({
  name: 'guest_write', description: 'd',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  execute: (id, args) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }),
});`;

const ETC = { required: ['path'], properties: { path: { pattern: '^/etc(/|$)' } } } as const;

let host: Host;
let gateway: Gateway;
const clients: Client[] = [];

beforeAll(async () => {
  host = await createHost({
    extensions: [{ id: 'guest', source: GUEST }],
    tools: [
      defineTool({
        ...{ name: 'core_write', description: 'd' },
        schema: { type: 'object', properties: { path: { type: 'string' } } },
        execute: (args: unknown) => ({ ok: true, value: JSON.stringify(args) }) as const,
      }),
    ],
    config: {
      agents: {
        main: {
          tools: {
            rules: [{ tools: ['core_write'], when: { properties: { pth: {} } }, then: 'allow' }],
          },
        },
        other: { tools: { rulesDefault: 'deny', gates: { external: 'ask' } } },
      },
      tools: {
        rules: [
          {
            tools: ['*_write', 'guest_write', 'core_write'],
            when: ETC,
            then: 'deny',
            reason: 'not there',
          },
          { tools: ['core_write'], when: { type: 'string', const: 1 }, then: 'deny' },
        ],
      },
    },
  });
  gateway = await startGateway(host, { token: 't'.repeat(43) });
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await gateway.close();
  await host.close();
});

async function connect(revision: Revision): Promise<Client> {
  const client = await connectHttp(gateway, { revision });
  clients.push(client);
  return client;
}

const get = async (path: string, token = gateway.token) => {
  const response = await fetch(`${gateway.url}${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return (await response.json()) as { readonly rules: unknown; readonly defaults: unknown };
};

describe.each(['2025-11-25', '2026-07-28'] as const)(
  'rules on arguments over MCP %s (T-3)',
  (revision) => {
    it.each(['guest_write', 'core_write'])('decide on what %s gets', async (name) => {
      const client = await connect(revision);
      const call = (path: string) => client.callTool({ name, arguments: { path } });
      const denied = await call('/etc/hosts');
      expect(denied.isError).toBe(true);
      expect(JSON.stringify(denied.content)).toContain('not there');
      expect(await call('/tmp/x')).toMatchObject({ content: [{ text: '{"path":"/tmp/x"}' }] });
    });

    it('decide on each of many calls at once', async () => {
      const client = await connect(revision);
      const paths = Array.from({ length: 24 }, (_, index) =>
        index % 3 === 0 ? '/etc' : `/tmp/${index}`,
      );
      const results = await Promise.all(
        paths.map((path) => client.callTool({ name: 'core_write', arguments: { path } })),
      );
      expect(results.map(({ isError }) => isError === true)).toEqual(
        paths.map((path) => path === '/etc'),
      );
    });
  },
);

describe('rules on arguments in one batch (T-3)', () => {
  it('decide on each call by itself, in its order', async () => {
    const paths = ['/etc', '/tmp', '/etc/x', '/home', '/etc/', '/etcetera'];
    const calls = paths.map((path, index) => ({
      ...{ id: String(index), args: { path } },
      name: index % 2 === 0 ? 'core_write' : 'guest_write',
    }));
    const results = await host.agent('main').session('batch').execute(calls);
    expect(results.map((each) => (each.ok ? 'ran' : each.code))).toEqual([
      ...['rule_denied', 'ran', 'rule_denied', 'ran', 'rule_denied', 'ran'],
    ]);
  });
});

describe('/api/rules (T-3)', () => {
  it('lists rules with their places and what is odd about them, and what holds without one', async () => {
    const { rules, defaults } = await get('/api/rules');
    expect(rules).toMatchObject([
      {
        ...{ path: 'tools.rules[0]', ruling: 'deny', reason: 'not there', when: ETC },
        problems: [{ code: 'unmatched_selector', subject: '*_write' }],
      },
      { path: 'tools.rules[1]', problems: [{ code: 'rule_never_applies' }] },
      {
        ...{ path: 'agents.main.tools.rules[0]', agent: 'main', ruling: 'allow' },
        problems: expect.arrayContaining([
          expect.objectContaining({ code: 'rule_unknown_argument' }),
          expect.objectContaining({ code: 'rule_accepts_absent' }),
        ]),
      },
    ]);
    expect(defaults).toEqual([
      { agent: 'other', rulesDefault: 'deny', gates: { external: 'ask' } },
    ]);
  });

  it('lists to who speaks for one agent those of all and its own', async () => {
    const { token } = await host.tokens.create({ roles: ['view'], agents: ['other'] });
    const { rules } = await get('/api/rules', token);
    expect((rules as { path: string }[]).map(({ path }) => path)).toEqual([
      'tools.rules[0]',
      'tools.rules[1]',
    ]);
  });

  it('warns of the same in the list of trouble', async () => {
    const found = host.diagnostics().map(({ code, path }) => `${code} ${path}`);
    expect(found).toContain('rule_never_applies tools.rules[1].when');
    expect(found).toContain('rule_accepts_absent agents.main.tools.rules[0].when');
  });
});
