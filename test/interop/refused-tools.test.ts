import { type Gateway, startGateway } from '@mortise/gateway';
import type { Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInteropHost } from './interop-host.ts';

let host: Host;
let gateway: Gateway;

beforeAll(async () => {
  host = await createInteropHost();
  gateway = await startGateway(host, { token: 'r'.repeat(43) });
});
afterAll(async () => {
  await gateway.close();
  await host.close();
});

/** What the API answers to a call of a tool, without its name and the time it took. */
async function refusalOf(name: string, token: string): Promise<string> {
  const answer = await fetch(`${gateway.url}/api/agents/narrow/calls`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ calls: [{ id: '1', name }] }),
  });
  const { results } = (await answer.json()) as { readonly results: readonly object[] };
  const [{ durationMs: _, ...result }] = results as [{ readonly durationMs: number }];
  return JSON.stringify(result).replaceAll(name, 'x');
}

describe('a tool that is denied, over the API', () => {
  it('is to a client one that is not there (T-1)', async () => {
    const { token } = await host.tokens.create({ agents: ['narrow'] });
    const denied = await refusalOf('broken', token);
    expect(denied).toContain('not_available');
    expect(denied).toBe(await refusalOf('brokes', token));
  });

  it('is named with its reason to who may look', async () => {
    const roles = ['call', 'view'] as const;
    const { token } = await host.tokens.create({ agents: ['narrow'], roles: [...roles] });
    expect(await refusalOf('broken', token)).toMatch(/not permitted here.*not_allowed/);
  });
});
