import { Server } from '@modelcontextprotocol/server';
import type { Principal } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import type { HttpExchange } from './http-exchange.ts';
import { LegacySessions } from './legacy-sessions.ts';

function createSessions(parts: { maxSessions?: number; idleMs?: number } = {}) {
  const clock = { now: 0 };
  let count = 0;
  const sessions = new LegacySessions({
    newId: () => {
      count += 1;
      return `s${count}`;
    },
    now: () => clock.now,
    maxSessions: 10,
    idleMs: 1_000,
    maxMessageBytes: 1_000,
    ...parts,
  });
  const closed: string[] = [];
  const open = (agentId = 'main', stated?: string, principal?: Principal) =>
    sessions.open({
      client: { agentId, ...(principal === undefined ? {} : { principal }) },
      base: 'mcp t1 cursor',
      ...(stated === undefined ? {} : { stated }),
      createServer: () => {
        const server = new Server({ name: 't', version: '1' }, { capabilities: {} });
        const id = `s${count}`;
        server.onclose = () => closed.push(id);
        return server;
      },
    });
  /** A request that goes on until it is told to end. */
  const follow = (id: string, kind: 'call' | 'stream') => {
    const ends: (() => void)[] = [];
    const exchange = { onEnd: (end: () => void) => ends.push(end) };
    sessions.follow(id, exchange as unknown as HttpExchange, kind);
    return () => {
      for (const end of ends) end();
    };
  };
  return { sessions, open, follow, closed, clock };
}

const main = { agentId: 'main' };

const clientOf = (id: string): Principal => ({
  ...{ kind: 'client', id, roles: ['call'], agents: ['main'] },
});

describe('the sessions of revision 2025-11-25', () => {
  it('belong to the agent they were opened for', async () => {
    const { sessions, open } = createSessions();
    await open('main');
    expect(sessions.find('s1', main)).toBeDefined();
    expect(sessions.find('s1', { agentId: 'other' })).toBeUndefined();
    expect(sessions.find('s2', main)).toBeUndefined();
  });

  it('make room for new ones, the one unused for longest first', async () => {
    const { sessions, open, closed, clock } = createSessions({ maxSessions: 2 });
    await open();
    await open();
    clock.now = 1;
    sessions.find('s1', main);
    await open();
    expect(closed).toEqual(['s2']);
    expect(sessions.find('s1', main)).toBeDefined();
    expect(sessions.find('s2', main)).toBeUndefined();
  });

  it('keep those with a call in flight, and those with a stream while there are others', async () => {
    const { open, follow, closed } = createSessions({ maxSessions: 3 });
    for (const _ of [1, 2, 3]) await open();
    const answered = follow('s1', 'call');
    follow('s2', 'stream');
    await open();
    expect(closed).toEqual(['s3']);
    follow('s4', 'call');
    await open();
    expect(closed).toEqual(['s3', 's2']);
    follow('s5', 'call');
    expect(await open()).toBeUndefined();
    expect(closed).toEqual(['s3', 's2']);
    answered();
    expect(await open()).toBeDefined();
    expect(closed).toEqual(['s3', 's2', 's1']);
  });

  it('of a client with many go before those of others: who opens one after the other ends its own', async () => {
    const { sessions, open, follow, closed, clock } = createSessions({ maxSessions: 8 });
    const [ana, bob] = ['ana', 'bob'].map(clientOf);
    for (const client of [ana, ana, bob]) await open('main', undefined, client);
    for (clock.now = 1; clock.now <= 10; clock.now += 1) {
      const opened = await open('main', undefined, bob);
      follow(opened?.id ?? '', 'stream');
    }
    expect(closed).toEqual(['s3', 's4', 's5', 's6', 's7']);
    for (const id of ['s1', 's2']) {
      expect(sessions.find(id, { agentId: 'main', ...(ana && { principal: ana }) })).toBeDefined();
    }
  });

  it('end when they were not used for a while', async () => {
    const { open, closed, clock } = createSessions();
    await open();
    clock.now = 500;
    await open();
    clock.now = 1_200;
    await open();
    expect(closed).toEqual(['s1']);
  });

  it('end with their transport, and with the gateway', async () => {
    const { sessions, open, closed } = createSessions();
    const session = await open();
    await open();
    await session?.transport.close();
    expect(closed).toEqual(['s1']);
    expect(sessions.find('s1', main)).toBeUndefined();
    await sessions.close();
    expect(closed).toEqual(['s1', 's2']);
  });
});

describe('the key of a session', () => {
  it('is what the client states', async () => {
    const { open } = createSessions();
    expect(await open('main', 'work')).toMatchObject({ key: 'work' });
    expect(await open('main', 'work')).toMatchObject({ key: 'work' });
  });

  it('is another for each copy of a program that runs, and the same for one that comes back', async () => {
    const { sessions, open, follow } = createSessions();
    const [first, second] = [await open(), await open()];
    expect([first?.key, second?.key]).toEqual(['mcp t1 cursor 1', 'mcp t1 cursor 2']);
    expect(await open('other')).toMatchObject({ key: 'mcp t1 cursor 1' });
    await first?.transport.close();
    expect(await open()).toMatchObject({ key: 'mcp t1 cursor 1' });
    // One whose stream of changes has ended has left.
    const left = follow('s2', 'stream');
    expect(await open()).toMatchObject({ key: 'mcp t1 cursor 3' });
    left();
    expect(await open()).toMatchObject({ key: 'mcp t1 cursor 2' });
    await sessions.close();
    expect(await open()).toMatchObject({ key: 'mcp t1 cursor 1' });
  });
});
