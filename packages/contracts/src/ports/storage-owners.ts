/**
 * Who owns what is stored, and for how long it stays. An owner is a text as `storageOwner` makes it;
 * its namespaces start with it. Owners that are not installed any more are found by asking for all.
 */
export interface StorageOwners {
  /**
   * An extension that may store is installed. What was kept for this owner is its own again; what was
   * removed is not there. Values of the time before owners had sources become the first owner's of
   * their id.
   */
  claim(owner: string, options?: ClaimOptions): Promise<void>;
  /** These are installed still: their time starts anew. */
  touch(owners: readonly string[]): Promise<void>;
  /**
   * The extension was removed: its values go at once, or stay until the operator removes them. What an
   * installation stores that begins meanwhile stays.
   */
  release(
    owner: string,
    values: 'remove' | 'keep',
    options?: ReleaseOptions,
  ): Promise<StoredAmount>;
  /** All that own something. */
  list(): Promise<readonly OwnedValues[]>;
  /** Takes away values whose time is over, whose ever they are. */
  dropExpired(): Promise<StoredAmount>;
}

export interface ClaimOptions {
  /** It was not installed before: what has no source is another's, now and later. Changes nothing else. */
  readonly isNew?: boolean;
}

export interface ReleaseOptions {
  /** Nothing goes if the owner was claimed or released since it was listed so. */
  readonly ifStill?: Pick<OwnedValues, 'state' | 'seenAt'>;
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
