import type { TokenRecord, TokenStore } from '@mortise/contracts';
import { expect, it } from 'vitest';

const token = (id: string, more: Partial<TokenRecord> = {}): TokenRecord => ({
  id,
  hash: 'ab'.repeat(32),
  roles: ['call'],
  agents: ['main'],
  createdAt: 1,
  createdBy: 'operator',
  ...more,
});

/** What every token store does; run against each implementation. */
export function tokenStoreSuite(open: () => TokenStore): void {
  it('gives back what was kept, and nothing for an id that it does not have', async () => {
    await using store = open();
    const full = token('full', {
      ...{ agents: 'all', userId: 'ana “ä”', name: 'laptop', provider: 'openai', model: 'm' },
      ...{ sandboxed: true, expiresAt: 5 },
    });
    expect(await store.add(full)).toBe(true);
    expect(await store.find('full')).toStrictEqual(full);
    for (const id of ['', 'Full', 'full ', '__proto__', 'constructor', "' OR 1=1 --"]) {
      expect(await store.find(id)).toBeUndefined();
    }
  });

  it('keeps the first of an id', async () => {
    await using store = open();
    await store.add(token('a', { name: 'first' }));
    expect(await store.add(token('a', { name: 'second' }))).toBe(false);
    expect((await store.find('a'))?.name).toBe('first');
  });

  it('says of a revoked token since when, and keeps the first time', async () => {
    await using store = open();
    await store.add(token('a'));
    await store.find('a');
    expect(await store.revoke('a', 7)).toBe(true);
    expect((await store.find('a'))?.revokedAt).toBe(7);
    expect(await store.revoke('a', 9)).toBe(true);
    expect((await store.find('a'))?.revokedAt).toBe(7);
    expect(await store.revoke('b', 9)).toBe(false);
  });

  it('lists all, in the order in which they were made', async () => {
    await using store = open();
    for (const id of ['c', 'a', 'b']) await store.add(token(id));
    await store.revoke('a', 3);
    const listed = await store.list();
    expect(listed.map(({ id, revokedAt }) => [id, revokedAt])).toEqual([
      ['c', undefined],
      ['a', 3],
      ['b', undefined],
    ]);
  });

  it('forgets those that ended before a time, and no other', async () => {
    await using store = open();
    await store.add(token('lasting'));
    await store.add(token('expired', { expiresAt: 10 }));
    await store.add(token('later', { expiresAt: 30 }));
    await store.add(token('revoked', { expiresAt: 30 }));
    await store.revoke('revoked', 15);
    expect(await store.prune(20)).toBe(2);
    expect((await store.list()).map(({ id }) => id)).toEqual(['lasting', 'later']);
  });

  it('keeps a copy that neither side can change', async () => {
    await using store = open();
    const agents = ['main'];
    await store.add(token('a', { agents }));
    agents.push('other');
    const kept = (await store.find('a'))?.agents ?? [];
    expect(kept).toEqual(['main']);
    expect(() => (kept as string[]).push('other')).toThrow(TypeError);
  });

  it('rejects what is no token, and every question once it is closed', async () => {
    const store = open();
    await expect(store.add(token('a', { hash: 'secret' }))).rejects.toThrow();
    await store.add(token('b'));
    await store[Symbol.asyncDispose]();
    await expect(store.find('b')).rejects.toThrow();
    await expect(store.list()).rejects.toThrow();
    await expect(store.revoke('b', 1)).rejects.toThrow();
  });
}
