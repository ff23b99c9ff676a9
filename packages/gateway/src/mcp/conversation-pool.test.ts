import type { Tool } from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';
import { createHost, type Host } from '@mortise/host';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Conversation } from './conversation.ts';
import { ConversationPool } from './conversation-pool.ts';

const tool = (name: string): Tool => ({
  name,
  description: name,
  schema: { type: 'object' },
  execute: () => ({ ok: true, value: name }),
});

const CONFIG = {
  toolkits: { extra: { description: 'More', tools: ['late'] } },
  agents: {
    main: { tools: ['echo'], allowed_toolkits: ['extra'] },
    other: { tools: { allow: ['echo'] } },
    wide: {},
  },
};

let host: Host;
let pool: ConversationPool;
beforeEach(async () => {
  host = await createHost({ config: CONFIG, tools: ['echo', 'late'].map(tool) });
  pool = new ConversationPool(host, { logger: SILENT_LOGGER, maxConversations: 3 });
});
afterEach(async () => {
  pool.close();
  await host.close();
});

/** A client that has listed its tools and waits for changes. */
async function watch(agentId: string, sessionKey = 's') {
  const conversation = pool.open({ agentId, sessionKey });
  await conversation.list('tools/list');
  const told = { count: 0 };
  conversation.onListChanged(() => {
    told.count += 1;
  });
  return { conversation, told };
}

const call = (conversation: Conversation, name: string, args: object = {}) =>
  conversation.call({ id: '1', name, args }, {});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const remote = (name: string) =>
  host.registerRunnerTools('far', [{ name, description: '', schema: { type: 'object' } }], {
    run: async () => ({ status: 'ok', content: [] }),
  });

describe('a conversation whose tools change', () => {
  it('is told of a load in its own session, and of no other session', async () => {
    const own = await watch('main', 'a');
    const other = await watch('main', 'b');
    await call(own.conversation, 'load_tools', { toolkit: 'extra' });
    await nextTurn();
    expect([own.told.count, other.told.count]).toEqual([1, 0]);
    await call(own.conversation, 'load_tools', { toolkit: 'extra' });
    await nextTurn();
    expect(own.told.count).toBe(1);
  });

  it('is told of a load that another handle made in its session', async () => {
    const own = await watch('main', 'a');
    const session = host.agent('main').session('a');
    await session.execute([{ id: '1', name: 'load_tools', args: { toolkit: 'extra' } }]);
    await nextTurn();
    expect(own.told.count).toBe(1);
  });

  it('is told once of a burst of registrations, and not of tools it does not get', async () => {
    const wide = await watch('wide');
    const narrow = await watch('other');
    const first = remote('mcp__far__a');
    remote('mcp__far__b');
    await nextTurn();
    expect([wide.told.count, narrow.told.count]).toEqual([1, 0]);
    first.setAvailable(false);
    await nextTurn();
    expect([wide.told.count, narrow.told.count]).toEqual([2, 0]);
  });

  it('is told of a new configuration, and lives when that has no such agent any more', async () => {
    const wide = await watch('wide');
    const gone = await watch('other');
    expect(await host.reload({ agents: { wide: { tools: { deny: ['late'] } } } })).toMatchObject({
      status: 'accepted',
    });
    await nextTurn();
    expect([wide.told.count, gone.told.count]).toEqual([1, 0]);
    await expect(gone.conversation.list('tools/list')).rejects.toThrow(/no agent of this name/);
  });

  it('is told nothing after the pool was closed', async () => {
    const wide = await watch('wide');
    pool.close();
    remote('mcp__far__a');
    await nextTurn();
    expect(wide.told.count).toBe(0);
  });
});

describe('the conversations of a pool', () => {
  it('are one per agent and key', () => {
    const id = { agentId: 'main', sessionKey: 'a' };
    expect(pool.open(id)).toBe(pool.open({ ...id }));
    expect(pool.open(id)).not.toBe(pool.open({ ...id, agentId: 'wide' }));
  });

  it('go when there are too many, but never one in which a call runs', async () => {
    const id = { agentId: 'main', sessionKey: 'busy' };
    const busy = pool.open(id);
    const running = call(busy, 'list_toolkits', {});
    for (const key of ['1', '2', '3', '4', '5']) pool.open({ agentId: 'main', sessionKey: key });
    expect(pool.open(id)).toBe(busy);
    await running;
    for (const key of ['1', '2', '3', '4', '5']) pool.open({ agentId: 'main', sessionKey: key });
    expect(pool.open(id)).not.toBe(busy);
  });

  it('go when there are too many, but never one with a listener', async () => {
    const { conversation: watched } = await watch('main', 'watched');
    const first = pool.open({ agentId: 'main', sessionKey: '1' });
    for (const key of ['2', '3', '4']) pool.open({ agentId: 'main', sessionKey: key });
    expect(pool.open({ agentId: 'main', sessionKey: 'watched' })).toBe(watched);
    expect(pool.open({ agentId: 'main', sessionKey: '1' })).not.toBe(first);
  });
});
