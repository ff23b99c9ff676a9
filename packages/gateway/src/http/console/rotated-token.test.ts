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
