import { describe, expect, it } from 'vitest';
import { HostTokens } from './host-tokens.ts';
import { MemoryTokenStore } from './memory-token-store.ts';
import { RECENT_MS } from './recent-tokens.ts';

const START = 1_000;
const WEEK_MS = 7 * 24 * 3_600_000;

/** Tokens on clocks that stand still until they are moved, and the ids that were told of as revoked. */
function openTokens() {
  const store = new MemoryTokenStore();
  let passed = 0;
  const tokens = new HostTokens({
    ...{ store, now: () => START + passed, clock: () => passed },
    ...{ requireAgent: () => undefined, record: () => undefined },
  });
  const ended: string[] = [];
  tokens.onRevoked((id) => ended.push(id));
  const pass = (ms: number) => {
    passed += ms;
  };
  return { store, tokens, ended, pass };
}

describe('a token that ends with another one (T-1)', () => {
  it('opens nothing once that one is revoked, and what it has open is told to end', async () => {
    const { tokens, ended } = openTokens();
    const origin = await tokens.create({ agents: 'all' });
    const bound = await tokens.create({ agents: 'all', endsWith: origin.record.id });
    expect(await tokens.verify(bound.token)).toBeDefined();
    await tokens.revoke(origin.record.id);
    expect(await tokens.isGood(bound.record.id)).toBe(false);
    expect(ended).toEqual([origin.record.id, bound.record.id]);
    const listed = (await tokens.list()).find(({ id }) => id === bound.record.id);
    expect(listed?.revokedAt).toBe(START);
  });

  it('ends over a token in between, too, and whoever revoked the first', async () => {
    const { store, tokens, pass, ended } = openTokens();
    const origin = await tokens.create({ agents: 'all' });
    const between = await tokens.create({ agents: 'all', endsWith: origin.record.id });
    const last = await tokens.create({ agents: 'all', endsWith: between.record.id });
    expect(await tokens.verify(last.token)).toBeDefined();
    await store.revoke(origin.record.id, START);
    pass(RECENT_MS);
    expect(await tokens.verify(last.token)).toBeUndefined();
    await tokens.noteChange(origin.record.id);
    expect(ended).toEqual([origin.record.id, between.record.id, last.record.id]);
  });

  it('expires no later than that one', async () => {
    const { tokens, pass } = openTokens();
    const origin = await tokens.create({ agents: 'all', lifetimeMs: WEEK_MS });
    const bound = await tokens.create({ agents: 'all', endsWith: origin.record.id });
    expect(bound.record.expiresAt).toBe(START + WEEK_MS);
    pass(WEEK_MS);
    expect(await tokens.verify(bound.token)).toBeUndefined();
  });

  it('outlives neither one that is forgotten nor one that was never there', async () => {
    const { store, tokens, pass } = openTokens();
    const origin = await tokens.create({ agents: 'all', lifetimeMs: WEEK_MS });
    const bound = await tokens.create({ agents: 'all', endsWith: origin.record.id });
    await store.prune(START + 2 * WEEK_MS);
    pass(RECENT_MS);
    expect(await tokens.verify(bound.token)).toBeUndefined();
    const made = tokens.create({ agents: 'all', endsWith: 'nobody' });
    await expect(made).rejects.toMatchObject({ code: 'token_invalid' });
  });
});
