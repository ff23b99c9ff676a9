import type { StorageOwners } from './storage-owners.ts';

/**
 * Where the values live that extensions store: in this process, in a file, or in a database that
 * several hosts share. It knows namespaces, not extensions; the storage broker makes those.
 */
export interface ExtensionStorage {
  /** The JSON text of a value; `undefined` if there is none or its time is over. */
  get(namespace: string, key: string): Promise<string | undefined>;
  /** Checks the quota and writes in one step, so that two writers cannot both fit. */
  set(entry: StorageEntry): Promise<StorageWrite>;
  /** Whether it was there. */
  delete(namespace: string, key: string): Promise<boolean>;
  /** Keys in the order of their bytes. */
  list(range: StorageRange): Promise<readonly string[]>;
  /** Absent if it looks after what removed extensions leave by itself. */
  readonly owners?: StorageOwners;
}

export interface StorageEntry {
  readonly namespace: string;
  readonly key: string;
  /** JSON text. */
  readonly value: string;
  /** What keys and values of the namespace may have together, in bytes of UTF-8. */
  readonly quotaBytes: number;
  /** Kept for ever if absent. */
  readonly ttlMs?: number;
  /** It is written only if the key has this value by then: canonical JSON text, or `null` for none. */
  readonly expected?: string | null;
}

export interface StorageRange {
  readonly namespace: string;
  readonly prefix: string;
  /** Only keys behind this one. */
  readonly after?: string;
  readonly limit: number;
}

/** `changed`: the key has another value than was expected, and keeps it. */
export type StorageWrite = 'stored' | 'changed' | 'over_quota' | 'too_many_keys';
