import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
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

const MORTISE = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'bin', 'mortise.js');

/** Types a command in a process of its own; resolves with what it said first, the moment it says it. */
async function firstWord(...argv: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [MORTISE, ...argv, '--state-dir', folder], {
    ...{ cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  const ended = once(child, 'exit');
  const [said] = (await Promise.race([once(child.stdout, 'data'), ended])) as [unknown];
  await ended;
  return String(said);
}

describe('a token that another process revokes (T-1)', () => {
  it('opens nothing from when that process says so, however often it is shown meanwhile', async () => {
    writeFileSync(join(folder, 'mortise.config.yaml'), 'agents: { main: {} }\n');
    const { token, record } = await host.tokens.create({ agents: ['main'] });
    const ask = async () => {
      const answer = await fetch(gateway.mcpUrl('main'), {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
      });
      await answer.text();
      return answer.status;
    };
    let isSaid = false;
    const asking = (async () => {
      const answers: number[] = [];
      while (!isSaid) answers.push(await ask());
      return answers;
    })();
    const said = await firstWord('token', 'revoke', record.id).finally(() => {
      isSaid = true;
    });
    expect(said).toContain(`revoked ${record.id}`);
    expect(await ask()).toBe(401);
    const answers = await asking;
    expect(answers[0]).not.toBe(401);
    // Once refused, it is refused.
    const firstRefused = answers.indexOf(401);
    if (firstRefused >= 0) expect(new Set(answers.slice(firstRefused))).toEqual(new Set([401]));
  });
});

describe('what a token opened (T-1)', () => {
  const ends = {
    'is revoked through its host': (id: string) => host.tokens.revoke(id),
    'is revoked through another host on the same state': async (id: string) => {
      await using other = await createHost({ config: { agents: { main: {} } }, stateDir: folder });
      await other.tokens.revoke(id);
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
