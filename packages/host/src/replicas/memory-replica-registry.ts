import type { ReplicaRecord, ReplicaRegistry } from '@mortise/contracts';

/** The hosts of one process, for embedders that run several on one state. */
export class MemoryReplicaRegistry implements ReplicaRegistry {
  readonly #replicas = new Map<string, { replica: ReplicaRecord; staysUntil: number }>();
  readonly #now: () => number;

  /** By the wall clock in ms. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async join(replica: ReplicaRecord, stayMs: number): Promise<void> {
    this.#replicas.set(replica.id, { replica, staysUntil: this.#now() + stayMs });
  }

  async leave(id: string): Promise<void> {
    this.#replicas.delete(id);
  }

  async list(): Promise<readonly ReplicaRecord[]> {
    const now = this.#now();
    return [...this.#replicas.values()]
      .filter(({ staysUntil }) => staysUntil > now)
      .map(({ replica }) => replica)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }
}
