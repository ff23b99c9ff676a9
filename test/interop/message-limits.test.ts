import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp } from './connect-client.ts';

const SOURCE = `export default (api) => api.registerTool({
  name: api.id, description: 'd',
  parameters: { type: 'object', properties: { text: { type: 'string' } } },
  execute: (id, { text }) => ({ content: [{ type: 'text', text: String(text.length) }] }),
});`;

let host: Host;
let gateway: Gateway;
beforeAll(async () => {
  host = await createHost({
    config: { agents: { main: {} } },
    extensions: [
      { id: 'usual', source: SOURCE },
      { id: 'roomy', source: SOURCE, limits: { argumentBytes: 8_000_000 } },
    ],
  });
  gateway = await startGateway(host, { token: 't'.repeat(32) });
});
afterAll(async () => {
  await gateway.close();
  await host.close();
});

describe('arguments that an extension may have (E-14)', () => {
  it.each(['2025-11-25', '2026-07-28'] as const)('arrive over MCP %s', async (revision) => {
    const client = await connectHttp(gateway, { revision });
    const call = async (name: string, chars: number) =>
      (await client.callTool({ name, arguments: { text: 'x'.repeat(chars) } })).content;
    expect(await call('roomy', 7_900_000)).toMatchObject([{ text: '7900000' }]);
    expect(await call('usual', 900_000)).toMatchObject([{ text: '900000' }]);
    expect(await call('usual', 1_100_000)).toMatchObject([
      { text: expect.stringContaining('larger than 1000000 bytes') },
    ]);
    expect(await call('roomy', 8_100_000)).toMatchObject([
      { text: expect.stringContaining('larger than 8000000 bytes') },
    ]);
    await client.close();
  });

  it('arrive over the API', async () => {
    const calls = [{ id: '1', name: 'roomy', args: { text: 'x'.repeat(3_000_000) } }];
    const response = await fetch(`${gateway.url}/api/agents/main/calls`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ session: 's', calls }),
    });
    expect(await response.json()).toMatchObject({ results: [{ ok: true, text: '3000000' }] });
  });

  it('are refused unread where no extension may have as much', async () => {
    await host.extensions.unload('roomy');
    const response = await fetch(gateway.mcpUrl('main'), {
      method: 'POST',
      headers: { Authorization: `Bearer ${gateway.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'x'.repeat(2_100_000) }),
    });
    expect(response.status).toBe(413);
  });
});
