import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT_LOGGER } from '@mortise/core';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host, SqliteTokenStore } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'mortise-ended-'));
let host: Host;
let gateway: Gateway;
let ahead = 0;
const now = () => Date.now() + ahead;
beforeAll(async () => {
  host = await createHost({ config: { agents: { main: {} } }, stateDir: folder, now });
  gateway = await startGateway(host, { token: 'operator-token-of-this-test-0123456789', now });
});
afterAll(async () => {
  await gateway?.close({ drainMs: 0 });
  await host?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A session with a stream that tells of changes. */
async function openStream(token: string) {
  const url = gateway.mcpUrl('main');
  const headers = {
    Authorization: `Bearer ${token}`,
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
  };
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'stream', version: '1' },
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const opened = await fetch(url, { method: 'POST', headers, body });
  await opened.text();
  const session = { ...headers, 'Mcp-Session-Id': opened.headers.get('mcp-session-id') ?? '' };
  const stream = await fetch(url, { headers: session });
  const ended = stream.text().then(
    () => 'ended',
    () => 'ended',
  );
  const again = async () => (await fetch(url, { headers: session })).status;
  return { status: stream.status, ended, again };
}

describe('what a token opened (T-1)', () => {
  const ends = {
    'is revoked through its host': (id: string) => host.tokens.revoke(id),
    'is revoked by another process': async (id: string) => {
      const path = join(folder, 'state.db');
      await using store = new SqliteTokenStore({ path, now: Date.now, logger: SILENT_LOGGER });
      await store.revoke(id, now());
    },
    expires: async () => {
      ahead += 100_000;
    },
  };
  it.each(Object.entries(ends))('ends when it %s', async (_how, end) => {
    const { token, record } = await host.tokens.create({ agents: ['main'], lifetimeMs: 90_000 });
    const { status, ended, again } = await openStream(token);
    expect(status).toBe(200);
    await end(record.id);
    expect(await again()).toBe(401);
    expect(await ended).toBe('ended');
  });

  it('is not found by another token of the same agent', async () => {
    const one = await host.tokens.create({ agents: ['main'] });
    const other = await host.tokens.create({ agents: ['main'] });
    const headers = (token: string) => ({
      Authorization: `Bearer ${token}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
    });
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'thief', version: '1' },
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const url = gateway.mcpUrl('main');
    const opened = await fetch(url, { method: 'POST', headers: headers(one.token), body });
    await opened.text();
    const session = { 'Mcp-Session-Id': opened.headers.get('mcp-session-id') ?? '' };
    const list = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    const ask = async (token: string) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers(token), ...session },
        body: list,
      });
      await answer.text();
      return answer.status;
    };
    expect(await ask(other.token)).toBe(404);
    expect(await ask(one.token)).toBe(200);
  });
});
