import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost } from '@mortise/host';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startGateway } from '../start-gateway.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-rotated-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('sessions of the console (T-1)', () => {
  it('end with the token of the operator, and so do links that were not opened', async () => {
    await using host = await createHost({ config: { agents: { main: {} } } });
    const gateway = await startGateway(host, { tokenFile: join(folder, 'token') });
    const post = (path: string, body: object, headers: object = {}) =>
      fetch(`${gateway.url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: gateway.url, ...headers },
        body: JSON.stringify(body),
      });
    const open = async (link = gateway.signInLink()) =>
      (await post('/api/console/session', { code: link?.url.split('login=')[1] })).status;
    const unopened = gateway.signInLink();
    expect(await open()).toBe(200);
    const sessions = async () =>
      (await host.tokens.list()).filter(({ revokedAt }) => revokedAt === undefined).length;
    expect(await sessions()).toBe(1);
    const authorization = { Authorization: `Bearer ${gateway.token}` };
    expect((await post('/api/operator-token/rotate', {}, authorization)).status).toBe(200);
    await vi.waitFor(async () => expect(await sessions()).toBe(0), { timeout: 10_000 });
    expect(await open(unopened)).toBe(401);
    await gateway.close({ drainMs: 0 });
  });
});

describe('the token of the operator (T-1)', () => {
  it('that one host replaced opens no other host on the same file, streams included, a second later', async () => {
    const tokenFile = join(folder, 'shared');
    await using one = await createHost({ config: { agents: { main: {} } } });
    await using two = await createHost({ config: { agents: { main: {} } } });
    await using asked = await startGateway(one, { tokenFile });
    await using other = await startGateway(two, { tokenFile });
    const old = asked.token;
    const ask = (url: string, token: string, path = '/api/agents') =>
      fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    const events = await ask(other.url, old, '/api/events');
    const rotated = await fetch(`${asked.url}/api/operator-token/rotate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${old}` },
      body: '{}',
    });
    expect(rotated.status).toBe(200);
    const statuses = async () => [
      (await ask(other.url, old)).status,
      (await ask(other.url, asked.token)).status,
    ];
    await vi.waitFor(async () => expect(await statuses()).toEqual([401, 200]), { timeout: 5_000 });
    await expect(events.text().catch(() => 'cut off')).resolves.toBeTypeOf('string');
  });
});
