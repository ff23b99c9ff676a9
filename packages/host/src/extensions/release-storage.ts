import type { StorageOwners, StoredAmount } from '@mortise/contracts';

/** What became of the values of an extension that was removed. */
export interface ReleasedStorage extends StoredAmount {
  /** `left`: the storage cannot be used now; pruning takes them once it can. */
  readonly became: 'removed' | 'kept' | 'left';
}

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
