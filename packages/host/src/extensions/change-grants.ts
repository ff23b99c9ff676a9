import { dirname } from 'node:path';
import type { CapabilityGrants } from '@mortise/contracts';
import { type LockedExtension, readLock } from '@mortise/loader';
import { LockStore } from './lock-store.ts';
import { SharedLock } from './shared-lock.ts';

/** Everything that a lock file holds, by id. Throws `lock_invalid`. */
export async function readInstalled(
  lockFile: string,
): Promise<Readonly<Record<string, LockedExtension>>> {
  return (await readLock(lockFile)).extensions;
}

/**
 * Changes what the lock file grants to an installed extension, after all other editors. Answers the
 * entry as it is now, `undefined` if it is not installed. What `change` throws leaves the file alone.
 */
export async function changeGrants(
  lockFile: string,
  id: string,
  change: (entry: LockedExtension) => CapabilityGrants,
): Promise<LockedExtension | undefined> {
  const lock = new SharedLock(lockFile);
  const store = new LockStore({ lock, bundleFolder: '', baseDir: dirname(lockFile) });
  return store.change(id, (entry) => entry && { ...entry, granted: change(entry) });
}
