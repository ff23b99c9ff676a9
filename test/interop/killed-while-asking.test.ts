import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp, type Revision } from './connect-client.ts';
import { type Served, serve } from './served-host.ts';

/** Counts its runs where a kill does not reach, then asks. */
const BOOKING = `
const NAME = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const tool = (name, run) => ({ name, description: name, parameters: { type: 'object', properties: {} },
  capabilities: { storage: { scope: 'agent' }, elicitation: {} },
  execute: async (id, args, ctx) => ({ content: [{ type: 'text', text: await run(ctx) }] }) });
const runs = async (ctx) => (await ctx.storage.get('runs')) ?? 0;
export default (api) => {
  api.registerTool(tool('book', async (ctx) => {
    await ctx.storage.set('runs', (await runs(ctx)) + 1);
    const { content } = await ctx.user.elicit('For whom?', NAME);
    return 'booked for ' + content?.name;
  }));
  api.registerTool(tool('count', async (ctx) => String(await runs(ctx))));
};`;

const root = mkdtempSync(join(tmpdir(), 'mortise-asking-'));
const config = join(root, 'config');
const served: Served[] = [];
const clients: Client[] = [];

beforeAll(() => {
  const folder = join(config, 'booking');
  mkdirSync(folder, { recursive: true });
  const capabilities = {
    storage: { scope: 'agent', reason: 'counts' },
    elicitation: { reason: 'asks for whom' },
  };
  const manifest = { id: 'booking', version: '1.0.0', entry: 'index.js', capabilities };
  writeFileSync(join(folder, 'mortise.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'index.js'), BOOKING);
  const extensions = [
    { source: './booking', grants: { storage: { scope: 'agent' }, elicitation: {} } },
  ];
  writeFileSync(
    join(config, 'mortise.config.json'),
    JSON.stringify({ agents: { main: {} }, extensions }),
  );
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const { child, ended } of served.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function start(state: string, port = 0): Promise<Served> {
  const host = await serve({ config, state: join(root, state), port });
  served.push(host);
  return host;
}

async function connect({ url, token }: Served, revision: Revision): Promise<Client> {
  const gateway = { token, mcpUrl: (agentId: string) => `${url}/mcp/${agentId}` };
  const capabilities = { elicitation: { form: {} } };
  const client = await connectHttp(gateway, { revision, client: { capabilities } });
  clients.push(client);
  return client;
}

/** Has the host killed, and started again at the same address, while its tool waits for a person. */
async function askThroughKill(revision: Revision) {
  const first = await start(revision);
  const client = await connect(first, revision);
  const again = Promise.withResolvers<Served>();
  const told: string[] = [];
  client.onerror = ({ message }) => void told.push(message);
  client.setRequestHandler('elicitation/create', async () => {
    first.child.kill('SIGKILL');
    await first.ended;
    again.resolve(await start(revision, Number(new URL(first.url).port)));
    return { action: 'accept', content: { name: 'Ana' } };
  });
  const call = client.callTool({ name: 'book', arguments: {} }, { timeout: 10_000 }).then(
    () => 'booked',
    (error: unknown) => error,
  );
  return { call, client, told, second: await again.promise };
}

const countOf = async (client: Client) => {
  const { content } = await client.callTool({ name: 'count', arguments: {} });
  return (content as { text: string }[])[0]?.text;
};

describe('a host that is killed while a tool asks', () => {
  it('tells a client of 2026-07-28 that the effects are unknown, and runs nothing again (F-9)', async () => {
    const { call, client } = await askThroughKill('2026-07-28');
    expect(await call).toMatchObject({
      code: -32_602,
      message: expect.stringContaining('Whether it did something is not known'),
      data: { effects: 'unknown' },
    });
    expect(await countOf(client)).toBe('1');
  }, 60_000);

  it('tells a client of 2025-11-25 that its session is over, never a result, and runs nothing again (F-9)', async () => {
    const { call, told, second } = await askThroughKill('2025-11-25');
    // Its call was on a connection that broke: in this revision that is all that can be said of it.
    expect(await call).toBeInstanceOf(Error);
    expect(told.join()).toContain('Session not found. Initialize a new one.');
    expect(await countOf(await connect(second, '2025-11-25'))).toBe('1');
  }, 60_000);
});
