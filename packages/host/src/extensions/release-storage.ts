import type { StorageOwners, StoredAmount } from '@mortise/contracts';

/** What became of the values of an extension that was removed. */
export interface ReleasedStorage extends StoredAmount {
  /**
   * `left`: the storage cannot be used now. They are there as before, for an installation from the same
   * place, and go as those of an extension that is not configured any more.
   */
  readonly became: 'removed' | 'kept' | 'left';
}

export const NOTHING_STORED: ReleasedStorage = { became: 'removed', keys: 0, bytes: 0 };

/** Takes away what an owner stored, or keeps it for its next installation. Never rejects. */
export async function releaseStorage(
  storage: StorageOwners | undefined,
  owner: string,
  isKept: boolean,
): Promise<ReleasedStorage> {
  const became = isKept ? 'kept' : 'removed';
  const nothing = { keys: 0, bytes: 0 };
  if (storage === undefined) return { became, ...nothing };
  try {
    return { became, ...(await storage.release(owner, isKept ? 'keep' : 'remove')) };
  } catch {
    return { became: 'left', ...nothing };
  }
}

/** The same for all owners that are meant. Never rejects. */
export async function releaseAll(
  storage: StorageOwners | undefined,
  isMeant: (owner: string) => boolean,
  isKept: boolean,
): Promise<ReleasedStorage> {
  let [keys, bytes] = [0, 0];
  const listed = await storage?.list().catch(() => undefined);
  if (storage !== undefined && listed === undefined) return { ...NOTHING_STORED, became: 'left' };
  for (const { owner } of listed ?? []) {
    if (!isMeant(owner)) continue;
    const released = await releaseStorage(storage, owner, isKept);
    if (released.became === 'left') return released;
    keys += released.keys;
    bytes += released.bytes;
  }
  return { became: isKept ? 'kept' : 'removed', keys, bytes };
}
