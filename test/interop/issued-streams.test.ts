import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Issuer, openIssuer } from './issuer-fixture.ts';

let host: Host;
let gateway: Gateway;
let issuer: Issuer;
let ahead = 0;
const now = () => Date.now() + ahead;
const agents = { main: {} };

beforeAll(async () => {
  issuer = await openIssuer();
  const oauth = { issuer: issuer.url, agents: 'all' as const };
  host = await createHost({ config: { agents, oauth }, now });
  gateway = await startGateway(host, { token: 'operator-token-of-this-test-0123456789', now });
});
afterAll(async () => {
  await gateway?.close({ drainMs: 0 });
  await host?.close();
  await issuer?.[Symbol.asyncDispose]();
});

/** A stream of events; its state is known without waiting for it. */
async function openEvents(scope: string, seconds: number) {
  const exp = Math.floor(now() / 1_000) + seconds;
  const token = await issuer.sign({ scope, aud: gateway.url, exp });
  const headers = { Authorization: `Bearer ${token}` };
  const stream = await fetch(`${gateway.url}/api/approvals/events`, { headers });
  const events = { status: stream.status, isOpen: true };
  const close = () => {
    events.isOpen = false;
  };
  stream.text().then(close, close);
  return events;
}

describe('a stream that a token of an issuer opened (T-2)', () => {
  it('ends with it, although its subject has a newer one that may do other things', async () => {
    const first = await openEvents('mortise:approve mortise:operate', 60);
    const second = await openEvents('mortise:approve', 300);
    expect([first.status, second.status]).toEqual([200, 200]);
    ahead += 120_000;
    await expect.poll(() => first.isOpen, { timeout: 5_000 }).toBe(false);
    expect(second.isOpen).toBe(true);
  });

  it('outlives a reload that leaves the issuer alone, and ends with one that changes what it may', async () => {
    const oauth = { issuer: issuer.url, agents: 'all' as const };
    const events = await openEvents('mortise:approve', 300);
    await host.reload({ agents, oauth, tools: { deny: ['nothing*'] } });
    const later = await openEvents('mortise:approve', 300);
    await expect.poll(() => later.status).toBe(200);
    // Longer than what is open is looked at again.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect([events.isOpen, later.isOpen]).toEqual([true, true]);
    await host.reload({ agents });
    await expect.poll(() => events.isOpen || later.isOpen, { timeout: 5_000 }).toBe(false);
  });
});
