import { createHost } from '@mortise/host';
import { describe, expect, it } from 'vitest';
import { openEarlyServer } from './early-server.ts';
import { startGateway } from './start-gateway.ts';

const token = 't'.repeat(43);

describe('a server that listens before its host is there', () => {
  it('says that it starts, and hands over to the gateway on the same port', async () => {
    await using early = await openEarlyServer({});
    const url = `http://127.0.0.1:${early.port}`;
    const health = await fetch(`${url}/health`);
    expect(health.status).toBe(503);
    expect(health.headers.get('retry-after')).toBe('1');
    expect(await health.json()).toEqual({ status: 'starting', errors: 0, warnings: 0 });
    const other = await fetch(`${url}/mcp/main`, { method: 'POST', body: '{}' });
    expect(other.status).toBe(503);
    expect(await other.json()).toMatchObject({ code: 'host_starting', hint: expect.any(String) });

    await using host = await createHost({ config: { agents: { main: {} } } });
    await using gateway = await startGateway(host, { token, early });
    expect(gateway.localUrl).toBe(url);
    const ready = await fetch(`${url}/health`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ status: 'ok' });
  });

  it('says at once that a port is taken, and lets go of its own if it is not used', async () => {
    const early = await openEarlyServer({});
    await expect(openEarlyServer({ port: early.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await early[Symbol.asyncDispose]();
    await using again = await openEarlyServer({ port: early.port });
    expect(again.port).toBe(early.port);
  });
});
