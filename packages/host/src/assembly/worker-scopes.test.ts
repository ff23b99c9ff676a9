import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import type { Host } from './host.ts';

const COUNTER = `let count = 0;
export default (api) => api.registerTool({
  name: 'count', description: 'Counts', parameters: { type: 'object' },
  execute: async () => ({ content: [{ type: 'text', text: String(count += 1) }] }),
});`;

describe('the memory of an extension between agents (M-9)', () => {
  let host: Host;
  beforeAll(async () => {
    host = await createHost({
      config: {
        agents: {
          one: {},
          two: {},
          left: { worker_scope: 'shared' },
          right: { worker_scope: 'shared' },
          alone: { private: { per: 'user' } },
        },
      },
      extensions: [{ id: 'counter', source: COUNTER }],
    });
  });
  afterAll(() => host.close());

  const count = async (agent: string, session: string) => {
    const [result] = await host
      .agent(agent)
      .session(session)
      .execute([{ id: 'c', name: 'count', args: {} }]);
    return result?.ok === true ? result.text : result?.message;
  };

  it('is kept apart by agent, and shared by its sessions, unless the operator says otherwise', async () => {
    expect(await count('one', 'a')).toBe('1');
    expect(await count('one', 'b')).toBe('2');
    expect(await count('two', 'a')).toBe('1');
  });

  it('is one for agents with worker_scope shared, and not that of the others', async () => {
    expect(await count('left', 'a')).toBe('1');
    expect(await count('right', 'a')).toBe('2');
  });

  it('is that of one session where users are kept apart and there is none', async () => {
    expect(await count('alone', 'a')).toBe('1');
    expect(await count('alone', 'b')).toBe('1');
  });
});
