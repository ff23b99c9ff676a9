import { type Client, ProtocolError } from '@modelcontextprotocol/client';
import { type Gateway, type GatewayLimits, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp, type Revision } from './connect-client.ts';

const SOURCE = `export default (api) => api.registerTool({
  name: 'rest', description: 'Waits and says its number.',
  parameters: { type: 'object', properties: { n: { type: 'number' }, ms: { type: 'number' } } },
  execute: async (id, { n, ms }) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { content: [{ type: 'text', text: String(n) }] };
  },
});`;

const REVISIONS: readonly Revision[] = ['2025-11-25', '2026-07-28'];
const FIFTY = Array.from({ length: 50 }, (_, n) => n);

let host: Host;
beforeAll(async () => {
  host = await createHost({
    config: { agents: { main: {} } },
    extensions: [{ id: 'resting', source: SOURCE }],
  });
});
afterAll(() => host.close());

async function withGateway(
  limits: Partial<GatewayLimits>,
  use: (gateway: Gateway) => Promise<void>,
): Promise<void> {
  await using gateway = await startGateway(host, { token: 'p'.repeat(43), limits });
  await use(gateway);
}

async function rest(client: Client, n: number, ms: number): Promise<string | undefined> {
  const { content } = await client.callTool({ name: 'rest', arguments: { n, ms } });
  return (content as readonly { readonly text?: string }[])[0]?.text;
}

describe.each(REVISIONS)('fifty calls of one client at once, %s', (revision) => {
  it.each([
    { what: 'with the limits as they are', limits: {}, ms: 200 },
    { what: 'while six may run', limits: { callsPerCaller: 6 }, ms: 20 },
  ])('are all answered $what', async ({ limits, ms }) => {
    await withGateway(limits, async (gateway) => {
      const client = await connectHttp(gateway, { revision });
      const answers = await Promise.all(FIFTY.map((n) => rest(client, n, ms)));
      expect(answers).toEqual(FIFTY.map(String));
      await client.close();
    });
  });

  it('are told when to come again if they may not wait', async () => {
    await withGateway({ callsPerCaller: 1, waitingCalls: 0 }, async (gateway) => {
      const client = await connectHttp(gateway, { revision });
      const ends = await Promise.allSettled(FIFTY.map((n) => rest(client, n, 300)));
      const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      expect(refused.length).toBeGreaterThan(0);
      for (const reason of refused) {
        expect(reason).toBeInstanceOf(ProtocolError);
        expect(reason).toMatchObject({ data: { code: 'too_busy', retryAfterMs: 1_000 } });
      }
      expect(await rest(client, 7, 1)).toBe('7');
      await client.close();
    });
  });

  it('leave room for another client', async () => {
    await withGateway({ callsPerAgent: 8, callsPerCaller: 4 }, async (gateway) => {
      const { token } = await host.tokens.create({ name: 'other', agents: ['main'] });
      const [busy, other] = await Promise.all([
        connectHttp(gateway, { revision }),
        connectHttp({ mcpUrl: (agent) => gateway.mcpUrl(agent), token }, { revision }),
      ]);
      const order: string[] = [];
      const flood = FIFTY.map(async (n) => order.push(`busy ${await rest(busy, n, 30)}`));
      order.push(`other ${await rest(other, 1, 1)}`);
      await Promise.all(flood);
      expect(order.indexOf('other 1')).toBeLessThan(25);
      await Promise.all([busy.close(), other.close()]);
    });
  });
});
