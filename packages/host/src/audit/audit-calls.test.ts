import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import type { Host } from '../assembly/host.ts';
import { MemoryAuditSink } from './memory-audit-sink.ts';

const tool = (name: string) => ({
  name,
  description: name,
  schema: { type: 'object' } as const,
  execute: async () => ({ ok: true, value: name }) as const,
});
const call = (name: string) => [{ id: `call-${name}`, name, args: {} }];
const audit = new MemoryAuditSink();
let host: Host;
beforeAll(async () => {
  const agents = { main: { tools: { deny: ['secret', 'noted'] } }, leaving: {} };
  host = await createHost({
    config: { agents },
    audit,
    tools: [tool('open'), tool('secret')],
    extensions: [
      {
        id: 'notes',
        source: `export default (api) => api.registerTool({ name: 'noted', description: 'n',
          parameters: { type: 'object' }, execute: async () => ({ content: [] }) });`,
      },
    ],
  });
});
afterAll(() => host.close());

const lastEntry = () => audit.entries.at(-1);

describe('the audit log of calls (S-7)', () => {
  it('has who asked for what, and that it was allowed', async () => {
    const session = host.agent('main').session('s', { userId: 'ana' });
    await session.execute(call('open'));
    expect(lastEntry()).toMatchObject({
      ...{ kind: 'call', decision: 'allowed', action: 'tools.execute', target: 'open' },
      ...{ callId: 'call-open', agentId: 'main', sessionKey: '@ana/s', userId: 'ana' },
    });
  });

  it.each([
    { when: 'nothing is called so', name: 'missing', extensionId: undefined },
    { when: 'it is denied', name: 'secret', extensionId: undefined },
    { when: 'it is a denied tool of an extension', name: 'noted', extensionId: 'notes' },
  ])('has a call that was refused before it ran, where $when', async ({ name, extensionId }) => {
    const session = host.agent('main').session('s', { userId: 'ana' });
    await session.execute(call(name));
    expect(lastEntry()).toMatchObject({
      ...{ kind: 'permission', decision: 'denied', target: name, userId: 'ana' },
      reason: expect.stringMatching(/^not_available: /),
    });
    expect(lastEntry()?.extensionId).toBe(extensionId);
  });

  it('has a call that was cancelled before it began', async () => {
    const { signal } = { signal: AbortSignal.abort() };
    await host.agent('main').session('s').execute(call('open'), { signal });
    expect(lastEntry()).toMatchObject({
      decision: 'denied',
      reason: expect.stringMatching(/^aborted_before_start/),
    });
  });

  it('has calls of an agent that is gone and of a host that is closed', async () => {
    const leaving = host.agent('leaving').session('s', { userId: 'ben' });
    const main = host.agent('main').session('s');
    await host.reload({ agents: { main: {} } });
    await leaving.execute(call('open'));
    expect(lastEntry()).toMatchObject({
      ...{ decision: 'denied', target: 'open', agentId: 'leaving', userId: 'ben' },
    });
    await host.close();
    await main.execute(call('secret'));
    expect(lastEntry()).toMatchObject({ decision: 'denied', target: 'secret', agentId: 'main' });
  });
});
