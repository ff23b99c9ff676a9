import type { TokenRecord, TokenStore } from '@mortise/contracts';
import { describe, expect, it, vi } from 'vitest';
import { HostTokens } from './host-tokens.ts';
import { MemoryTokenStore } from './memory-token-store.ts';
import { RECENT_MS } from './recent-tokens.ts';

/** A store that counts its questions, and tokens on a clock that stands still until it is moved. */
function openTokens({ lagMs }: Pick<TokenStore, 'lagMs'> = {}) {
  const store = new MemoryTokenStore();
  let clock = 0;
  let asked = 0;
  let answer = (record: Promise<TokenRecord | undefined>) => record;
  const counted: TokenStore = {
    ...{ add: (record) => store.add(record), list: () => store.list() },
    ...{ revoke: (id, at) => store.revoke(id, at), prune: (before) => store.prune(before) },
    find: (id) => {
      asked += 1;
      return answer(store.find(id));
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    ...(lagMs === undefined ? {} : { lagMs }),
  };
  const tokens = new HostTokens({
    ...{ store: counted, now: () => 1_000, clock: () => clock },
    ...{ requireAgent: () => undefined, record: () => undefined },
  });
  return {
    ...{ store, tokens },
    pass: (ms: number) => {
      clock += ms;
    },
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    countQuestions: async (work: () => Promise<unknown>) => {
      const before = asked;
      await work();
      return asked - before;
    },
  };
}

describe('a token that is shown again and again (T-1)', () => {
  it('is read once in a while, and is the same principal each time', async () => {
    const { tokens, pass, countQuestions } = openTokens();
    const { token } = await tokens.create({ agents: ['main'] });
    const first = await tokens.verify(token);
    expect(await countQuestions(() => tokens.verify(token))).toBe(0);
    expect(await tokens.verify(token)).toBe(first);
    pass(RECENT_MS);
    expect(await countQuestions(() => tokens.verify(token))).toBe(1);
  });

  it('that another process revoked is good for no longer than what was read of it counts', async () => {
    const { store, tokens, pass } = openTokens();
    const { token, record } = await tokens.create({ agents: ['main'] });
    await tokens.verify(token);
    await store.revoke(record.id, 1);
    pass(RECENT_MS - 1);
    expect(await tokens.verify(token)).toBeDefined();
    pass(1);
    expect(await tokens.verify(token)).toBeUndefined();
  });

  it('is recognised at once, and no longer than what was read of it counts', async () => {
    const { tokens, pass } = openTokens();
    const { token, record } = await tokens.create({ agents: ['main'] });
    expect(tokens.recall(token)).toBeUndefined();
    const principal = await tokens.verify(token);
    expect(tokens.recall(token)).toBe(principal);
    pass(RECENT_MS);
    expect(tokens.recall(token)).toBeUndefined();
    await tokens.verify(token);
    await tokens.revoke(record.id);
    expect(tokens.recall(token)).toBeUndefined();
  });

  it('is recognised with all of its letters, whichever of them is another one', async () => {
    const { tokens } = openTokens();
    const { token } = await tokens.create({ agents: ['main'] });
    await tokens.verify(token);
    for (let at = 0; at < token.length; at += 1) {
      const letter = token[at] === 'a' ? 'b' : 'a';
      const forged = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
      expect(tokens.recall(forged)).toBeUndefined();
    }
    for (const other of ['', token.slice(0, -1), `${token}a`, ` ${token}`, `${token}\u0100`]) {
      expect(tokens.recall(other)).toBeUndefined();
    }
    expect(tokens.recall(token)).toBeDefined();
  });

  it('is recognised only after it was shown: what was read for a forged one shows nothing', async () => {
    const { tokens } = openTokens();
    const { token } = await tokens.create({ agents: ['main'] });
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    await tokens.verify(forged);
    expect(tokens.recall(forged)).toBeUndefined();
    expect(tokens.recall(token)).toBeUndefined();
  });

  it('is forgotten as a text after a second, however much of it is known', async () => {
    vi.useFakeTimers();
    try {
      const { tokens } = openTokens();
      const { token } = await tokens.create({ agents: ['main'] });
      const principal = await tokens.verify(token);
      vi.advanceTimersByTime(999);
      expect(tokens.recall(token)).toBe(principal);
      vi.advanceTimersByTime(1);
      expect(tokens.recall(token)).toBeUndefined();
      expect(await tokens.verify(token)).toBe(principal);
      expect(tokens.recall(token)).toBe(principal);
    } finally {
      vi.useRealTimers();
    }
  });

  it('counts from when the store was asked, however late the answer comes', async () => {
    const { store, tokens, pass, answerWith } = openTokens();
    const { token, record } = await tokens.create({ agents: ['main'] });
    answerWith(async (found) => {
      const before = await found;
      await store.revoke(record.id, 1);
      pass(RECENT_MS);
      return before;
    });
    await tokens.verify(token);
    answerWith((found) => found);
    expect(await tokens.verify(token)).toBeUndefined();
  });

  it('of which a letter is another one is refused, remembered or not', async () => {
    const { tokens } = openTokens();
    const { token } = await tokens.create({ agents: ['main'] });
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect(await tokens.verify(forged)).toBeUndefined();
    await tokens.verify(token);
    expect(await tokens.verify(forged)).toBeUndefined();
  });

  it('expires at its time, although it was read before', async () => {
    const store = new MemoryTokenStore();
    let now = 1_000;
    const tokens = new HostTokens({
      ...{ store, now: () => now, clock: () => 0 },
      ...{ requireAgent: () => undefined, record: () => undefined },
    });
    const { token } = await tokens.create({ agents: ['main'], lifetimeMs: 10 });
    expect(await tokens.verify(token)).toBeDefined();
    now += 9;
    expect(tokens.recall(token)).toBeDefined();
    now += 1;
    expect(tokens.recall(token)).toBeUndefined();
    expect(await tokens.verify(token)).toBeUndefined();
  });

  it('is refused here at once, and said to be revoked when no host can go by what it read before', async () => {
    const { tokens } = openTokens();
    const { token, record } = await tokens.create({ agents: ['main'] });
    await tokens.verify(token);
    const startedAt = performance.now();
    const ended: number[] = [];
    tokens.onRevoked(() => ended.push(performance.now() - startedAt));
    const revoking = tokens.revoke(record.id);
    while (ended.length === 0) await Promise.resolve();
    expect(await tokens.verify(token)).toBeUndefined();
    await revoking;
    expect(performance.now() - startedAt).toBeGreaterThan(RECENT_MS);
  });

  it('is said to be revoked when hosts that remember what they read of it have heard, too (C-1)', async () => {
    const { tokens } = openTokens({ lagMs: 200 });
    const { record } = await tokens.create({ agents: ['main'] });
    const startedAt = performance.now();
    await tokens.revoke(record.id);
    expect(performance.now() - startedAt).toBeGreaterThan(200 + RECENT_MS);
  });
});
