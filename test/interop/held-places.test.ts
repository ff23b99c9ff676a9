import type { Client } from '@modelcontextprotocol/client';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp } from './connect-client.ts';

let host: Host;
let gateway: Gateway;
const clients: Client[] = [];
const running = { now: 0, most: 0 };
const released = Promise.withResolvers<void>();

beforeAll(async () => {
  host = await createHost({
    config: {
      agents: { main: {} },
      tools: { rules: [{ tools: ['send'], then: 'ask' }] },
    },
    tools: ['send', 'free', 'slow'].map((name) => ({
      ...{ name, description: 'd', schema: { type: 'object' } },
      execute: async () => {
        running.now += 1;
        running.most = Math.max(running.most, running.now);
        if (name === 'slow') await released.promise;
        running.now -= 1;
        return { ok: true, value: name };
      },
    })),
  });
  // One place for all calls: one that waits for a person must not have it.
  const limits = { calls: 1, callsPerAgent: 1, callsPerCaller: 1, waitMs: 20_000 };
  gateway = await startGateway(host, { token: 't'.repeat(43), limits });
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await gateway.close();
  await host.close({ drainMs: 0 });
});

const waitingId = async (args: object) => {
  const find = async () =>
    (await host.approvals.waiting()).approvals.find((each) => each.args === JSON.stringify(args));
  await expect.poll(async () => (await find())?.state, { timeout: 20_000 }).toBe('waiting');
  return (await find())?.id ?? '';
};

const api = async (calls: readonly object[]) => {
  const response = await fetch(`${gateway.url}/api/agents/main/calls`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${gateway.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ calls }),
  });
  return ((await response.json()) as { results: { ok: boolean; text?: string; code?: string }[] })
    .results;
};

describe('a call that waits for a person (T-4)', () => {
  it.each(['2025-11-25', '2026-07-28'] as const)(
    'leaves its place to others, and has one again before it runs: %s',
    async (revision) => {
      const client = await connectHttp(gateway, { revision });
      clients.push(client);
      const args = { to: revision };
      const held = client.callTool(
        { name: 'send', arguments: args },
        { onprogress: () => undefined },
      );
      const id = await waitingId(args);
      expect(await client.callTool({ name: 'free', arguments: {} })).toMatchObject({
        content: [{ text: 'free' }],
      });
      await host.approvals.decide(id, { verdict: 'approved' });
      expect(await held).toMatchObject({ content: [{ text: 'send' }] });
    },
  );

  it('keeps the place of its batch while another call of it runs', async () => {
    const args = { to: 'batch' };
    const batch = api([
      { name: 'send', args },
      { name: 'slow', args: {} },
    ]);
    const id = await waitingId(args);
    const other = api([{ name: 'free', args: {} }]);
    await expect.poll(() => running.now).toBe(1);
    released.resolve();
    // The slow one ended: now all that is left of the batch waits, and the other has its turn.
    expect((await other)[0]).toMatchObject({ ok: true });
    await host.approvals.decide(id, { verdict: 'approved' });
    expect((await batch).map(({ ok }) => ok)).toEqual([true, true]);
    expect(running.most).toBe(1);
  });
});
