import type { Client } from '@modelcontextprotocol/client';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp } from './connect-client.ts';

let host: Host;
let gateway: Gateway;
const clients: Client[] = [];

beforeAll(async () => {
  host = await createHost({
    config: {
      agents: { main: {}, other: {} },
      rates: [
        { for: { agent: 'main', tool: 'rare' }, calls: 1, per: '1d' },
        { for: { agent: '*', user: '*' }, calls: 100, per: '1d' },
        { for: { tool: 'long' }, resultTokens: 10, per: '1d' },
        { for: { session: '*', tool: 'dear' }, costUsd: 1, per: '1d' },
      ],
    },
    tools: ['rare', 'free', 'long', 'dear'].map((name) => ({
      ...{ name, description: 'd', schema: { type: 'object' } },
      execute: () => ({
        ...{ ok: true, value: name === 'long' ? 'x'.repeat(60) : name },
        ...(name === 'dear' ? { cost_usd: 0.6 } : {}),
      }),
    })),
  });
  gateway = await startGateway(host, { token: 't'.repeat(43) });
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await gateway.close();
  await host.close();
});

async function ask(path: string, body?: object, token = gateway.token) {
  const response = await fetch(`${gateway.url}${path}`, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, retry: response.headers.get('retry-after'), text };
}

const call = (agent: string, ...names: string[]) =>
  ask(`/api/agents/${agent}/calls`, { session: 's', calls: names.map((name) => ({ name })) });

describe('a rate that is reached (T-5)', () => {
  it('says over HTTP when to come back: 429 if all was refused, a header if some was', async () => {
    expect(await call('main', 'rare')).toMatchObject({ status: 200, retry: null });
    const mixed = await call('main', 'rare', 'free');
    expect([mixed.status, Number(mixed.retry) > 0]).toEqual([200, true]);
    const refused = await call('main', 'rare');
    expect([refused.status, Number(refused.retry) > 0]).toEqual([429, true]);
    expect(JSON.parse(refused.text).results).toMatchObject([
      { ok: false, code: 'rate_limited', retryAfterMs: expect.any(Number) },
    ]);
  });

  it.each(['2025-11-25', '2026-07-28'] as const)('says so over MCP %s', async (revision) => {
    const client = await connectHttp(gateway, { revision });
    clients.push(client);
    await client.callTool({ name: 'rare', arguments: {} });
    const result = await client.callTool({ name: 'rare', arguments: {} });
    expect(result.isError).toBe(true);
    expect(result._meta?.['dev.mortise/retryAfterMs']).toBeGreaterThan(0);
    expect(JSON.stringify(result.content)).toContain('try again in');
  });

  it('counts tokens of results, and cost by session', async () => {
    expect((await call('other', 'long')).status).toBe(200);
    expect((await call('other', 'long')).status).toBe(429);
    const inSession = (session: string) =>
      ask('/api/agents/other/calls', { session, calls: [{ name: 'dear' }] });
    expect((await inSession('one')).status).toBe(200);
    expect((await inSession('one')).status).toBe(200);
    expect((await inSession('one')).status).toBe(429);
    expect((await inSession('two')).status).toBe(200);
  });

  it('is shown by the API, explain, metrics and health', async () => {
    const { rates } = JSON.parse((await ask('/api/rates')).text);
    expect(rates).toContainEqual({
      ...{ path: 'rates[0]', kind: 'calls', of: {}, used: 1, limit: 1 },
      text: '1 calls per 1d for agent main, tool rare',
      ...{ resetsAt: expect.any(Number), refused: expect.any(Number) },
    });
    expect(rates).toContainEqual(
      expect.objectContaining({ path: 'rates[3]', of: { session: 'one' }, used: 1.2, limit: 1 }),
    );
    const explained = JSON.parse((await ask('/api/agents/main/tools/rare')).text);
    const steps = explained.explanations[0].steps as { layer: string; rule: string }[];
    expect(steps.find(({ layer }) => layer === 'rates')?.rule).toContain('reached');
    const { text } = await ask('/metrics');
    expect(text).toMatch(/mortise_rate_used\{rate="rates\[0\]",kind="calls"\} 1\n/);
    expect(text).toMatch(/mortise_rate_refused_total\{rate="rates\[0\]"\} [1-9]/);
    expect((await ask('/health')).text).toContain('rate_reached');
  });

  it('is shown to who speaks for some agents only where it is theirs', async () => {
    const { token } = await host.tokens.create({ roles: ['view'], agents: ['other'] });
    const { rates } = JSON.parse((await ask('/api/rates', undefined, token)).text);
    const seen = (rates as { path: string; of: { agent?: string } }[]).map(({ path, of }) => [
      path,
      of.agent,
    ]);
    expect(seen).toEqual([['rates[1]', 'other']]);
  });
});
