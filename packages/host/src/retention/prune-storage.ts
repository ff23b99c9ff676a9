import type { StorageOwners, StoredAmount } from '@mortise/contracts';
import type { Pruned, PruneRun } from './pruned.ts';

/** Which owners of stored values are installed, as configuration, lock file and host have it now. */
export type IsInstalled = (owner: string) => boolean;

/**
 * Takes away what extensions stored that are neither configured nor installed for so long. The time of
 * an owner starts when it is first seen to be gone, and anew whenever a host has it.
 */
export async function pruneStorage(
  owners: StorageOwners,
  installed: () => Promise<IsInstalled>,
  { maxAgeMs, now, dryRun }: PruneRun & { readonly maxAgeMs: number },
): Promise<Pruned> {
  // Asked first: a lock file that cannot be read stops all of it.
  const isInstalled = await installed();
  const listed = await owners.list();
  const gone = listed.filter(({ owner }) => !isInstalled(owner));
  const old = gone.filter(
    ({ state, seenAt = now }) =>
      state === 'removed' || (state === 'used' && seenAt < now - maxAgeMs),
  );
  if (dryRun) return sumOf(old);
  const isFresh = listed.filter((each) => isInstalled(each.owner) || each.seenAt === undefined);
  await owners.touch(isFresh.map(({ owner }) => owner));
  const released: StoredAmount[] = [];
  // Another process may have installed one meanwhile.
  for (const ifStill of old)
    released.push(await owners.release(ifStill.owner, 'remove', { ifStill }));
  await owners.dropExpired();
  return sumOf(released);
}

function sumOf(amounts: readonly StoredAmount[]): Pruned {
  return {
    count: amounts.reduce((sum, { keys }) => sum + keys, 0),
    bytes: amounts.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
