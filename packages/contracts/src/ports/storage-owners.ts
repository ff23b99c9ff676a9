/**
 * Who owns what is stored, and for how long it stays. An owner is a text as `storageOwner` makes it;
 * its namespaces start with it. Owners that are not installed any more are found by asking for all.
 */
export interface StorageOwners {
  /**
   * An extension that may store is installed. What was kept for this owner is its own again; what was
   * removed is not there. Values of the time before owners had sources become the first owner's of their id.
   */
  claim(owner: string): Promise<void>;
  /** These are installed still: their time starts anew. */
  touch(owners: readonly string[]): Promise<void>;
  /** The extension was removed: its values go at once, or stay until the operator removes them. */
  release(owner: string, values: 'remove' | 'keep'): Promise<StoredAmount>;
  /** All that own something. */
  list(): Promise<readonly OwnedValues[]>;
  /** Takes away values whose time is over, whose ever they are. */
  dropExpired(): Promise<StoredAmount>;
}

export interface StoredAmount {
  readonly keys: number;
  /** Of keys and values, in UTF-8. */
  readonly bytes: number;
}

export interface OwnedValues extends StoredAmount {
  readonly owner: string;
  /** `kept`: the operator said so when the extension was removed; `removed`: a host stored it after that. */
  readonly state: 'used' | 'kept' | 'removed';
  /** When it was last known to be installed, wall clock in ms; absent if never. */
  readonly seenAt?: number;
}
