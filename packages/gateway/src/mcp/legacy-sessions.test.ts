import { Server } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
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
  const open = (agentId = 'main') =>
    sessions.open({ agentId: agentId }, (id) => {
      const server = new Server({ name: 't', version: '1' }, { capabilities: {} });
      server.onclose = () => closed.push(id);
      return server;
    });
  return { sessions, open, closed, clock };
}

describe('the sessions of revision 2025-11-25', () => {
  it('belong to the agent they were opened for', async () => {
    const { sessions, open } = createSessions();
    await open('main');
    expect(sessions.find('s1', { agentId: 'main' })).toBeDefined();
    expect(sessions.find('s1', { agentId: 'other' })).toBeUndefined();
    expect(sessions.find('s2', { agentId: 'main' })).toBeUndefined();
  });

  it('make room for new ones, the one unused for longest first', async () => {
    const { sessions, open, closed } = createSessions({ maxSessions: 2 });
    await open();
    await open();
    sessions.find('s1', { agentId: 'main' });
    await open();
    expect(closed).toEqual(['s2']);
    expect(sessions.find('s1', { agentId: 'main' })).toBeDefined();
    expect(sessions.find('s2', { agentId: 'main' })).toBeUndefined();
  });

  it('end when nobody has used them for a while', async () => {
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
    const { transport } = await open();
    await open();
    await transport.close();
    expect(closed).toEqual(['s1']);
    expect(sessions.find('s1', { agentId: 'main' })).toBeUndefined();
    await sessions.close();
    expect(closed).toEqual(['s1', 's2']);
  });
});
