import {
  type OwnedValues,
  ownerOfNamespace,
  type ReleaseOptions,
  type StorageOwners,
  type StoredAmount,
} from '@mortise/contracts';

interface OwnerFacts {
  readonly state: OwnedValues['state'];
  readonly seenAt: number;
}

/** What `MemoryStorage` lets its owners see of its values. */
export interface MemoryValues {
  namespaces(): readonly string[];
  amount(namespace: string): StoredAmount;
  drop(namespace: string): void;
}

/** Owners as long as the process lives. */
export class MemoryStorageOwners implements StorageOwners {
  readonly #values: MemoryValues;
  readonly #now: () => number;
  readonly #known = new Map<string, OwnerFacts>();

  constructor(values: MemoryValues, now: () => number) {
    this.#values = values;
    this.#now = now;
  }

  async claim(owner: string): Promise<void> {
    this.#known.set(owner, { state: 'used', seenAt: this.#now() });
  }

  async touch(owners: readonly string[]): Promise<void> {
    for (const owner of owners) {
      const { state } = this.#known.get(owner) ?? { state: 'used' };
      this.#known.set(owner, { state, seenAt: this.#now() });
    }
  }

  async release(
    owner: string,
    values: 'remove' | 'keep',
    { ifStill }: ReleaseOptions = {},
  ): Promise<StoredAmount> {
    const known = this.#known.get(owner);
    const isChanged = known?.seenAt !== ifStill?.seenAt || known?.state !== ifStill?.state;
    if (ifStill !== undefined && known !== undefined && isChanged) return { keys: 0, bytes: 0 };
    const namespaces = this.#namespacesOf(owner);
    const amount = this.#sum(namespaces);
    if (values === 'keep') this.#known.set(owner, { state: 'kept', seenAt: this.#now() });
    else {
      for (const each of namespaces) this.#values.drop(each);
      this.#known.delete(owner);
    }
    return amount;
  }

  async list(): Promise<readonly OwnedValues[]> {
    const owners = this.#values.namespaces().flatMap((each) => ownerOfNamespace(each) ?? []);
    return [...new Set(owners)].sort().flatMap((owner) => {
      const amount = this.#sum(this.#namespacesOf(owner));
      const facts = this.#known.get(owner) ?? { state: 'used' as const };
      return amount.keys === 0 ? [] : [{ owner, ...amount, ...facts }];
    });
  }

  /** What has expired goes whenever its namespace is looked at. */
  async dropExpired(): Promise<StoredAmount> {
    return { keys: 0, bytes: 0 };
  }

  #namespacesOf(owner: string): readonly string[] {
    return this.#values.namespaces().filter((each) => ownerOfNamespace(each) === owner);
  }

  #sum(namespaces: readonly string[]): StoredAmount {
    const amounts = namespaces.map((each) => this.#values.amount(each));
    return {
      keys: amounts.reduce((sum, { keys }) => sum + keys, 0),
      bytes: amounts.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }
}
