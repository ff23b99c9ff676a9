import { type ExtensionStorage, type StorageOwners, storageOwner } from '@mortise/contracts';
import { expect, it } from 'vitest';

interface Opened {
  readonly storage: ExtensionStorage;
  readonly owners: StorageOwners;
  readonly clock: { now: number };
}

const ONE = storageOwner('weather', 'path:./one');
const TWO = storageOwner('weather', 'path:./two');

/** What every storage that knows owners does; run against each implementation. */
export function storageOwnersSuite(open: (now: () => number) => ExtensionStorage): void {
  const openAt = (): Opened => {
    const clock = { now: 1_000 };
    const storage = open(() => clock.now);
    if (storage.owners === undefined) throw new Error('It knows no owners.');
    return { storage, owners: storage.owners, clock };
  };
  const fill = async ({ storage }: Opened, owner: string, count = 1) => {
    for (let at = 0; at < count; at += 1) {
      const namespace = `[${owner},"agent","a${at % 3}"]`;
      await storage.set({ namespace, key: `k${at}`, value: '1', quotaBytes: 1_000_000 });
    }
  };

  it('counts what each owner has, whatever the other is called', async () => {
    const opened = openAt();
    const names = [
      ONE,
      TWO,
      storageOwner('weather'),
      storageOwner('weather","x'),
      storageOwner(''),
    ];
    for (const [at, owner] of names.entries()) await fill(opened, owner, at + 1);
    const listed = await opened.owners.list();
    expect(listed.map(({ owner, keys }) => [owner, keys]).toSorted()).toEqual(
      names.map((owner, at) => [owner, at + 1]).toSorted(),
    );
    expect(listed.find(({ owner }) => owner === ONE)).toMatchObject({ bytes: 3, state: 'used' });
  });

  it('removes all of one owner and nothing of another, in as many steps as it takes', async () => {
    const opened = openAt();
    const { owners } = opened;
    await fill(opened, ONE, 1_203);
    await fill(opened, TWO, 2);
    await owners.claim(ONE);
    expect(await owners.release(ONE, 'remove')).toMatchObject({ keys: 1_203 });
    expect((await owners.list()).map(({ owner }) => owner)).toEqual([TWO]);
  });

  it('keeps what the operator kept, says so, and gives it back to the same owner', async () => {
    const opened = openAt();
    const { owners, storage } = opened;
    await owners.claim(ONE);
    await fill(opened, ONE);
    await owners.release(ONE, 'keep');
    await owners.touch([ONE]);
    expect(await owners.list()).toMatchObject([{ owner: ONE, state: 'kept' }]);
    await owners.claim(ONE);
    expect(await owners.list()).toMatchObject([{ owner: ONE, state: 'used' }]);
    expect(await storage.get(`[${ONE},"agent","a0"]`, 'k0')).toBe('1');
  });

  it('says when an owner was last installed, and starts its time anew', async () => {
    const opened = openAt();
    const { owners, clock } = opened;
    await fill(opened, ONE);
    expect((await owners.list())[0]).not.toHaveProperty('seenAt');
    await owners.claim(ONE);
    clock.now += 86_400_000;
    expect(await owners.list()).toMatchObject([{ seenAt: 1_000 }]);
    await owners.touch([ONE]);
    expect(await owners.list()).toMatchObject([{ seenAt: 86_401_000 }]);
  });

  it('drops what has expired, whose ever it is', async () => {
    const opened = openAt();
    const { owners, storage, clock } = opened;
    const namespace = `[${ONE},"agent","a"]`;
    await storage.set({ namespace, key: 'k', value: '1', quotaBytes: 100, ttlMs: 10 });
    await fill(opened, TWO);
    clock.now += 11;
    await owners.dropExpired();
    expect((await owners.list()).map(({ owner }) => owner)).toEqual([TWO]);
  });

  it('takes nothing that a new installation stores while the old values go (T-10)', async () => {
    const opened = openAt();
    const { owners } = opened;
    await owners.claim(ONE);
    await fill(opened, ONE, 1_203);
    const removing = owners.release(ONE, 'remove');
    await owners.claim(ONE);
    await fill(opened, ONE, 2);
    await removing;
    expect(await owners.list()).toMatchObject([{ owner: ONE, keys: 2, state: 'used' }]);
  });

  it('takes nothing of an owner that was claimed since it was listed (T-11)', async () => {
    const opened = openAt();
    const { owners, clock } = opened;
    await owners.claim(ONE);
    await fill(opened, ONE);
    const ifStill = { state: 'used', seenAt: clock.now } as const;
    expect(await owners.list()).toMatchObject([ifStill]);
    clock.now += 86_400_000;
    await owners.claim(ONE);
    expect(await owners.release(ONE, 'remove', { ifStill })).toEqual({ keys: 0, bytes: 0 });
    expect(await owners.list()).toMatchObject([{ keys: 1, state: 'used' }]);
    const again = { ...ifStill, seenAt: clock.now };
    expect(await owners.release(ONE, 'remove', { ifStill: again })).toMatchObject({ keys: 1 });
  });

  it('lists all owners, also beside names that no broker wrote', async () => {
    const opened = openAt();
    const { owners, storage } = opened;
    for (const namespace of ['[1.0,"x"]', '["\\u0041","x"]', 'no list', '["A","agent","a"]'])
      await storage.set({ namespace, key: 'k', value: '1', quotaBytes: 100 });
    await fill(opened, ONE);
    const listed = (await owners.list()).map(({ owner }) => owner);
    expect(listed).toContain(ONE);
    expect(listed).toContain('"A"');
  });
}
