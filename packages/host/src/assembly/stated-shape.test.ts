import type { Principal } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import type { SessionOptions } from './settle-session.ts';

const tool = (name: string) => ({
  ...{ name, description: 'd', schema: { type: 'object' } as const },
  execute: async () => ({ ok: true as const, value: name }),
});

const CLIENT: Principal = { kind: 'client', id: 't1', roles: ['call'], agents: 'all' };

/** What a session is shown where OpenAI may not have `mail` and sandboxed sessions may not have `shell`. */
async function shown(agent: 'plain' | 'stated', options: SessionOptions): Promise<string> {
  await using host = await createHost({
    tools: [tool('mail'), tool('shell'), tool('note')],
    config: {
      tools: {
        byProvider: { openai: { deny: ['mail'] }, 'openai/small': { deny: ['note'] } },
        sandbox: { tools: { deny: ['shell'] } },
      },
      agents: { plain: {}, stated: { provider: 'openai', sandboxed: true } },
    },
  });
  const definitions = await host.agent(agent).session('s', options).definitions();
  return definitions.map(({ name }) => name).join(' ');
}

describe('provider, model and sandboxing of a request (F-6)', () => {
  it.each<{ by: string; agent: 'plain' | 'stated'; options: SessionOptions; then: string }>([
    { by: 'nothing', agent: 'plain', options: {}, then: 'mail note shell' },
    { by: 'the agent', agent: 'stated', options: {}, then: 'note' },
    { by: 'the embedder', agent: 'plain', options: { provider: 'openai' }, then: 'note shell' },
    {
      by: 'the embedder, in place of the agent',
      ...{ agent: 'stated' as const, options: { provider: 'other', sandboxed: false } },
      then: 'mail note shell',
    },
    {
      by: 'a token',
      ...{ agent: 'plain' as const, then: 'note' },
      options: { principal: { ...CLIENT, provider: 'openai', sandboxed: true } },
    },
    {
      by: 'a token, with a model',
      ...{ agent: 'plain' as const, then: 'mail shell' },
      options: { principal: { ...CLIENT, provider: 'openai', model: 'small' } },
    },
    {
      by: 'its token alone, whatever a client says',
      ...{ agent: 'plain' as const, then: 'note shell' },
      options: { principal: { ...CLIENT, provider: 'openai' }, provider: 'other' },
    },
    {
      by: 'its agent alone, whatever a client says',
      ...{ agent: 'stated' as const, then: 'note' },
      options: { principal: CLIENT, provider: 'other', sandboxed: false },
    },
    {
      by: 'a client that asks for less',
      ...{ agent: 'plain' as const, then: 'mail note' },
      options: { principal: CLIENT, sandboxed: true },
    },
  ])('are stated by $by', async ({ agent, options, then }) => {
    const names = await shown(agent, options);
    expect(names.split(' ').toSorted().join(' ')).toBe(then);
  });
});
