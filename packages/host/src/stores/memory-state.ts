import type { StateStore } from '@mortise/contracts';
import { MemoryApprovalStore } from '../approvals/memory-approval-store.ts';
import { MemoryStorage } from '../brokers/storage/memory-storage.ts';
import { MemoryCallStore } from '../once/memory-call-store.ts';
import { MemoryRateStore } from '../rates/memory-rate-store.ts';
import { MemoryReplicaRegistry } from '../replicas/memory-replica-registry.ts';
import { MemorySessionStore } from '../state/memory-session-store.ts';
import { MemoryStopStore } from '../stops/memory-stop-store.ts';
import { MemoryTokenStore } from '../tokens/memory-token-store.ts';

/** Keeps everything as long as the process lives. */
export class MemoryState implements StateStore {
  readonly place = 'memory';
  readonly sessions: MemorySessionStore;
  readonly tokens = new MemoryTokenStore();
  readonly approvals = new MemoryApprovalStore();
  readonly rates = new MemoryRateStore();
  readonly stops = new MemoryStopStore();
  readonly storage: MemoryStorage;
  readonly calls: MemoryCallStore;
  readonly replicas: MemoryReplicaRegistry;

  /** By the wall clock in ms. */
  constructor(now: () => number = Date.now) {
    this.sessions = new MemorySessionStore(now);
    this.storage = new MemoryStorage(now);
    this.calls = new MemoryCallStore(now);
    this.replicas = new MemoryReplicaRegistry(now);
  }

  troubles(): readonly [] {
    return [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const parts = [this.sessions, this.tokens, this.approvals, this.rates, this.stops];
    for (const part of parts) await part[Symbol.asyncDispose]();
  }
}
