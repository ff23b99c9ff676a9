import { createHost } from '@mortise/host';
import { describe, expect, it } from 'vitest';
import { startGateway } from './start-gateway.ts';

const token = 't'.repeat(43);
const echo = {
  ...{ name: 'echo', description: 'Echo', schema: { type: 'object' } },
  execute: () => ({ ok: true, value: 'here' }) as const,
};

async function callNames(url: string): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/calls`, { headers });
  const { calls } = (await response.json()) as { calls: { toolName: string }[] };
  return calls.map(({ toolName }) => toolName);
}

describe('gateways that come and go on one host', () => {
  it('leave no tap behind, and each tells of the calls of its own time', async () => {
    await using host = await createHost({ config: { agents: { main: {} } }, tools: [echo] });
    const run = () =>
      host
        .agent('main')
        .session('s')
        .execute([{ id: '1', name: 'echo', args: {} }]);
    await (await startGateway(host, { token }))[Symbol.asyncDispose]();
    const taps = host.hooks.callFinished.taps.length;
    for (let round = 0; round < 3; round += 1) {
      await using gateway = await startGateway(host, { token });
      await run();
      expect(await callNames(gateway.url)).toEqual(['echo']);
    }
    expect(host.hooks.callFinished.taps).toHaveLength(taps);
  });
});
