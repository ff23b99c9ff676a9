import type { AuditEntry } from '@mortise/contracts';
import { createHost, type Host, MemoryAuditSink } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RefusedLogins } from './refused-logins.ts';
import { type Gateway, startGateway } from './start-gateway.ts';

const audit = new MemoryAuditSink();
let host: Host;
let gateway: Gateway;
beforeAll(async () => {
  host = await createHost({ audit, config: { agents: { main: {}, other: {} } } });
  gateway = await startGateway(host, { token: 'operator-token-of-this-test-0123456789' });
});
afterAll(async () => {
  await gateway.close({ drainMs: 0 });
  await host.close();
});

const ask = async (path: string, token?: string) =>
  (
    await fetch(`${gateway.url}${path}`, {
      method: path.startsWith('/mcp') ? 'POST' : 'GET',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
  ).status;

const refused = () => audit.entries.filter(({ action }) => action === 'login.refused');

describe('requests that are not let in (T-1, T-7)', () => {
  it('are written down: which door, from where, whose token, and never the token', async () => {
    const { token, record } = await host.tokens.create({ agents: ['main'] });
    expect(await ask('/api/tokens?secret=1')).toBe(401);
    expect(await ask('/mcp/main', 'not-a-token')).toBe(401);
    expect(await ask('/mcp/other', token)).toBe(403);
    expect(await ask('/api/tokens', token)).toBe(403);
    await host.tokens.revoke(record.id);
    expect(await ask('/mcp/main', token)).toBe(401);
    expect(
      refused().map(({ target, principalId, detail }) => [target, principalId, detail]),
    ).toEqual([
      ['GET /api/tokens', 'anonymous', { why: 'token_missing', address: '127.0.0.1' }],
      ['POST /mcp/main', 'anonymous', { why: 'token_invalid', address: '127.0.0.1' }],
      ['POST /mcp/other', record.id, { why: 'forbidden', address: '127.0.0.1' }],
      ['GET /api/tokens', record.id, { why: 'forbidden', address: '127.0.0.1' }],
      ['POST /mcp/main', 'anonymous', { why: 'token_invalid', address: '127.0.0.1' }],
    ]);
    expect(JSON.stringify(audit.entries)).not.toContain(token);
    expect(JSON.stringify(audit.entries)).not.toContain('not-a-token');
    expect(refused()[0]).toMatchObject({ kind: 'permission', decision: 'denied' });
  });

  it('leave a few records, however many there are', async () => {
    const flood = Array.from({ length: 200 }, (_, at) => ask(`/api/x${at}/../host`, `bad-${at}`));
    expect(new Set(await Promise.all(flood))).toEqual(new Set([401]));
    expect(refused().length).toBeLessThanOrEqual(20);
    await gateway.close({ drainMs: 0 });
    expect(refused().at(-1)).toMatchObject({
      target: expect.stringMatching(/^\d+ more$/),
      detail: { count: expect.any(Number), addresses: ['127.0.0.1'] },
    });
    expect(refused().length).toBeLessThanOrEqual(21);
  });
});

describe('a flood of bad tokens (T-7)', () => {
  it('is told in a bounded number of records, minute by minute, with every one counted', () => {
    let now = 0;
    const entries: Partial<AuditEntry>[] = [];
    using logins = new RefusedLogins({
      audit: { recordRefusal: (entry) => void entries.push(entry) },
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      now: () => now,
    });
    for (let at = 0; at < 30_000; at += 1) {
      now += 10;
      logins.note({ why: 'token_invalid', method: 'GET', path: `/api/${at}`.padEnd(5_000, 'x') });
    }
    logins[Symbol.dispose]();
    expect(entries.length).toBeLessThanOrEqual(5 * 21 + 21);
    const counted = entries.map(({ detail }) => (detail as { count?: number }).count ?? 1);
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(30_000);
    expect(JSON.stringify(entries).length).toBeLessThan(60_000);
  });

  it('refuses all the same while it cannot be written down', () => {
    using logins = new RefusedLogins({
      audit: {
        recordRefusal: () => {
          throw new Error('The disk is full.');
        },
      },
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      now: () => 0,
    });
    expect(() => logins.note({ why: 'token_missing', method: 'GET', path: '/' })).not.toThrow();
  });
});
