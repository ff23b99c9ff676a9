import { describe, expect, it } from 'vitest';
import { scopeKey } from './isolate-table.ts';

const CALLER = { agentId: 'a', sessionKey: 's', turnCount: 1 };

describe('scopeKey (M-9)', () => {
  it.each([
    { caller: { ...CALLER, workerScope: 'shared' as const, userId: 'u' }, then: '' },
    { caller: { ...CALLER, workerScope: 'agent' as const, userId: 'u' }, then: 'agent a' },
    { caller: { ...CALLER, workerScope: 'user' as const, userId: 'u' }, then: '["user","u"]' },
    {
      caller: { ...CALLER, workerScope: 'user_agent' as const, userId: 'u' },
      then: '["user","u","a"]',
    },
    { caller: { ...CALLER, workerScope: 'user' as const }, then: '["session","s"]' },
    {
      caller: { ...CALLER, workerScope: 'user' as const, userId: 'u","a' },
      then: '["user","u\\",\\"a"]',
    },
  ])('$then', ({ caller, then }) => {
    expect(scopeKey(caller)).toBe(then);
  });
});
