import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../start-gateway.ts';

interface Page {
  readonly sessions: readonly { readonly session: string; readonly userId?: string }[];
  readonly next?: string;
}

let host: Host;
let gateway: Gateway;

beforeAll(async () => {
  const tool = (name: string) => ({
    ...{ name, description: name, schema: { type: 'object' } },
    execute: () => ({ ok: true as const, value: name }),
  });
  host = await createHost({
    config: {
      toolkits: { extra: { description: 'More', tools: ['late'] } },
      agents: { main: { allowed_toolkits: ['extra'] }, other: {} },
    },
    tools: [tool('late')],
  });
  gateway = await startGateway(host, { token: 't'.repeat(43) });
  const load = { id: 'l', name: 'load_tools', args: { toolkit: 'extra' } };
  for (const [userId, count] of [['ana', 3] as const, ['bob', 4] as const, ['cy', 5] as const])
    for (let at = 0; at < count; at += 1)
      await host.agent('main').session(`${userId}-${at}`, { userId }).execute([load]);
  await host.agent('main').session('of nobody').execute([load]);
});

afterAll(async () => {
  await gateway.close();
  await host.close();
});

async function pageOf(token: string, query: string, agent = 'main') {
  const response = await fetch(`${gateway.url}/api/agents/${agent}/sessions?${query}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return { status: response.status, page: (await response.json()) as Page };
}

async function allOf(token: string, limit: number): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (let next: string | undefined = ''; next !== undefined; next = pages.at(-1)?.next) {
    const cursor = next === '' ? '' : `&cursor=${next}`;
    pages.push((await pageOf(token, `limit=${limit}${cursor}`)).page);
  }
  return pages;
}

describe('the list of sessions (F-7, T-1)', () => {
  it.each([1, 2, 50])('tells a viewer with a user of no other, %i at a time', async (limit) => {
    const made = await host.tokens.create({ roles: ['view'], agents: ['main'], userId: 'bob' });
    const pages = await allOf(made.token, limit);
    const sessions = pages.flatMap((page) => page.sessions);
    expect(sessions.map(({ session }) => session)).toEqual(['bob-0', 'bob-1', 'bob-2', 'bob-3']);
    // A cursor is the key of a session: it may be of one that the page shows.
    const told = pages.map(({ next = '' }) => Buffer.from(next, 'base64url').toString());
    expect(told.join()).not.toMatch(/ana|cy|nobody/);
    expect(pages.slice(0, -1).every((page) => page.sessions.length === limit)).toBe(true);
  });

  it('tells one without a user of all, page by page', async () => {
    const { token } = await host.tokens.create({ roles: ['view'], agents: ['main'] });
    const pages = await allOf(token, 5);
    expect(pages.map((page) => page.sessions.length)).toEqual([5, 5, 3]);
  });

  it('refuses agents that are not its own and cursors that are none', async () => {
    const { token } = await host.tokens.create({ roles: ['view'], agents: ['main'] });
    expect((await pageOf(token, '', 'other')).status).toBe(403);
    expect((await pageOf(token, 'cursor=e30')).status).toBe(400);
    const made = await host.tokens.create({ roles: ['view'], agents: ['main'], userId: 'bob' });
    const cursor = Buffer.from('"@ana/ana-0"').toString('base64url');
    const { page } = await pageOf(made.token, `cursor=${cursor}`);
    expect(page.sessions.map(({ userId }) => userId)).toEqual(['bob', 'bob', 'bob', 'bob']);
  });
});
