import type {
  ExtensionStorage,
  StorageEntry,
  StorageRange,
  StorageWrite,
  StoredAmount,
} from '@mortise/contracts';
import { MemoryStorageOwners } from './memory-storage-owners.ts';
import { isExpected, MOST_KEYS } from './storage-keys.ts';

interface KeptValue {
  readonly value: string;
  readonly size: number;
  readonly expiresAt: number;
}

/** Keeps values as long as the process lives. For tests and for hosts that want no file. */
export class MemoryStorage implements ExtensionStorage {
  readonly owners: MemoryStorageOwners;
  readonly #namespaces = new Map<string, Map<string, KeptValue>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
    this.owners = new MemoryStorageOwners(
      {
        namespaces: () => [...this.#namespaces.keys()],
        amount: (namespace) => amountOf(this.#open(namespace)),
        drop: (namespace) => this.#namespaces.delete(namespace),
      },
      now,
    );
  }

  async get(namespace: string, key: string): Promise<string | undefined> {
    return this.#open(namespace).get(key)?.value;
  }

  async set(entry: StorageEntry): Promise<StorageWrite> {
    const { namespace, key, value, quotaBytes, ttlMs, expected } = entry;
    const values = this.#open(namespace);
    if (!isExpected(expected, values.get(key)?.value)) return 'changed';
    const size = Buffer.byteLength(key) + Buffer.byteLength(value);
    const others = values.entries().filter(([name]) => name !== key);
    const { bytes, keys } = others.reduce(
      (sum, [, kept]) => ({ bytes: sum.bytes + kept.size, keys: sum.keys + 1 }),
      { bytes: 0, keys: 0 },
    );
    if (bytes + size > quotaBytes) return 'over_quota';
    if (keys >= MOST_KEYS) return 'too_many_keys';
    const expiresAt = ttlMs === undefined ? Number.POSITIVE_INFINITY : this.#now() + ttlMs;
    values.set(key, { value, size, expiresAt });
    return 'stored';
  }

  async delete(namespace: string, key: string): Promise<boolean> {
    return this.#open(namespace).delete(key);
  }

  async list({ namespace, prefix, after, limit }: StorageRange): Promise<readonly string[]> {
    const keys = [...this.#open(namespace).keys()].filter((key) => key.startsWith(prefix));
    const sorted = keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const start = after === undefined ? 0 : sorted.findIndex((key) => isBehind(key, after));
    return start < 0 ? [] : sorted.slice(start, start + limit);
  }

  /** A namespace without what has expired. */
  #open(namespace: string): Map<string, KeptValue> {
    const values = this.#namespaces.get(namespace) ?? new Map<string, KeptValue>();
    this.#namespaces.set(namespace, values);
    const now = this.#now();
    for (const [key, { expiresAt }] of values) if (expiresAt <= now) values.delete(key);
    return values;
  }
}

function amountOf(values: ReadonlyMap<string, KeptValue>): StoredAmount {
  const bytes = values.values().reduce((sum, { size }) => sum + size, 0);
  return { keys: values.size, bytes };
}

function isBehind(key: string, after: string): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;
}
