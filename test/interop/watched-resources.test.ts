import type { Client } from '@modelcontextprotocol/client';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectHttp, type Revision } from './connect-client.ts';
import { eventually } from './hostile-host.ts';

const source = (text: string, description = 'A page') => `export default (api) => {
  api.registerResource({ path: 'start', description: '${description}', read: () => '${text}' });
  api.registerResource({ path: 'pages/{id}', description: '${description}', read: ({ id }) => id });
};`;
const START = 'mortise://wiki/start';
const PAGE = 'mortise://wiki/pages/one';

let host: Host;
let gateway: Gateway;
let client: Client;
beforeEach(async () => {
  host = await createHost({
    config: { agents: { main: {}, none: { tools: { deny: ['wiki'] } } } },
    extensions: [{ id: 'wiki', source: source('before') }],
  });
  gateway = await startGateway(host, { port: 0, token: 't'.repeat(43) });
});
afterEach(async () => {
  await client.close();
  await gateway.close();
  await host.close({ drainMs: 0 });
});

async function connect(revision: Revision, agentId = 'main') {
  client = await connectHttp(gateway, { revision, agentId });
  const updated: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri);
  });
  return updated;
}

/** Other code under the same addresses. */
const replace = async (text: string) => {
  await host.extensions.unload('wiki');
  await host.extensions.load({ id: 'wiki', source: source(text, text) });
};

describe('a client that watches resources (F-10)', () => {
  it('of 2025-11-25 is told when their extension was loaded anew, until it watches no more', async () => {
    const updated = await connect('2025-11-25');
    await client.subscribeResource({ uri: START });
    await client.subscribeResource({ uri: PAGE });
    await replace('after');
    await eventually(() => expect(new Set(updated)).toEqual(new Set([START, PAGE])));
    await client.unsubscribeResource({ uri: START });
    await client.unsubscribeResource({ uri: PAGE });
    const told = updated.length;
    await replace('later');
    await eventually(async () =>
      expect((await client.listResources()).resources[0]?.description).toBe('later'),
    );
    expect(updated).toHaveLength(told);
  });

  it('of 2026-07-28 is told of those that it listens to', async () => {
    const updated = await connect('2026-07-28');
    await client.listen({ resourceSubscriptions: [START] });
    await replace('after');
    await eventually(() => expect(updated).toContain(START));
    expect(updated).not.toContain(PAGE);
  });

  it('watches nothing that is not for it', async () => {
    await connect('2025-11-25', 'none');
    await expect(client.subscribeResource({ uri: START })).rejects.toThrow();
    const other = await connectHttp(gateway, { revision: '2025-11-25' });
    await expect(other.subscribeResource({ uri: 'mortise://wiki/other' })).rejects.toMatchObject({
      code: -32_602,
    });
    await other.close();
  });
});
