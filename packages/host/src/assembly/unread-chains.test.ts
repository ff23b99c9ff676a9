import type { SessionStore } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { MemorySessionStore } from '../state/memory-session-store.ts';
import { emptySession } from '../state/session-record.ts';
import { createHost } from './create-host.ts';
import { defineTool } from './define-tool.ts';

const tool = (name: string, annotations: object) =>
  defineTool({
    ...{ name, description: 'd', schema: { type: 'object' }, annotations },
    execute: () => ({ ok: true, value: name }) as const,
  });

/** A store that cannot be read for so many times, and says so as a database that is away does or as a bad one does. */
function openFlaky(throws: boolean) {
  const kept = new MemorySessionStore();
  let failures = 0;
  let isAway = false;
  const store: SessionStore = {
    get mode() {
      return isAway ? 'safe' : 'ready';
    },
    read: async (agentId, sessionKey) => {
      isAway = failures > 0;
      failures -= isAway ? 1 : 0;
      if (isAway && throws) throw new Error('It is away.');
      return isAway ? emptySession(agentId, sessionKey) : kept.read(agentId, sessionKey);
    },
    write: (next, version) => kept.write(next, version),
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
  const fail = (times: number) => {
    failures = times;
  };
  return { store, fail };
}

describe('a session of which it cannot be read what it did (T-3, T-9)', () => {
  it.each([[false], [true]])('counts as having done the gravest (throws: %s)', async (throws) => {
    const { store, fail } = openFlaky(throws);
    await using host = await createHost({
      state: store,
      tools: [
        tool('look', { readOnlyHint: true }),
        tool('note', { destructiveHint: false, openWorldHint: false }),
      ],
      config: {
        agents: { main: { tools: { gates: { irreversible: 'deny' }, chain: 'session' } } },
      },
    });
    const run = async (name: string) => {
      const [result] = await host
        .agent('main')
        .session('s')
        .execute([{ id: '1', name, args: {} }]);
      return result?.ok === false ? result.code : 'ran';
    };
    expect(await run('note')).toBe('ran');
    // When the request begins, and when it is asked what the session did; then it is back.
    fail(2);
    expect(await run('note')).toBe('rule_denied');
    fail(2);
    expect(await run('look')).toBe('ran');
    fail(0);
    expect(await run('note')).toBe('ran');
  });
});
