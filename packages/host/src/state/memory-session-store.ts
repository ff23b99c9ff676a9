import type {
  ListedSession,
  SessionPage,
  SessionPruning,
  SessionRecord,
  SessionStore,
  SessionWrite,
} from '@mortise/contracts';
import { emptySession, nextSession } from './session-record.ts';
import { storedKey } from './stored-key.ts';

interface KeptSession {
  readonly record: SessionRecord;
  usedAt: number;
}

/** Keeps sessions as long as the process lives. For tests and for hosts that want no file. */
export class MemorySessionStore implements SessionStore {
  readonly mode = 'ready';
  readonly #kept = new Map<string, KeptSession>();
  readonly #now: () => number;
  #isClosed = false;

  /** By the wall clock in ms. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async read(agentId: string, sessionKey: string): Promise<SessionRecord> {
    return this.#use(agentId, sessionKey);
  }

  async write(next: SessionRecord, expectedVersion: number): Promise<SessionWrite> {
    if (this.#isClosed) return { status: 'refused', reason: 'The session store is closed.' };
    const current = this.#use(next.agentId, next.sessionKey);
    if (current.version !== expectedVersion) return { status: 'stale', record: current };
    const record = nextSession(next, expectedVersion);
    this.#kept.set(keyOf(next.agentId, next.sessionKey), { record, usedAt: this.#now() });
    return { status: 'stored', record };
  }

  async list(agentId: string, { after, limit }: SessionPage): Promise<readonly ListedSession[]> {
    return [...this.#kept.values()]
      .filter(({ record }) => record.agentId === agentId)
      .filter(({ record }) => after === undefined || isBehind(record.sessionKey, after))
      .toSorted((one, other) => (isBehind(one.record.sessionKey, other.record.sessionKey) ? 1 : -1))
      .slice(0, limit)
      .map(({ record, usedAt }) => ({ record, usedAt }));
  }

  async prune({ unusedSince, isInUse, dryRun }: SessionPruning): Promise<number> {
    const old = [...this.#kept].filter(
      ([, { usedAt, record }]) =>
        usedAt < unusedSince && !isInUse(record.agentId, record.sessionKey),
    );
    for (const [key] of dryRun ? [] : old) this.#kept.delete(key);
    return old.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
  }

  #use(agentId: string, sessionKey: string): SessionRecord {
    const kept = this.#kept.get(keyOf(agentId, sessionKey));
    if (kept === undefined) return emptySession(agentId, sessionKey);
    kept.usedAt = this.#now();
    return kept.record;
  }
}

/** By code points, as files order them. */
function isBehind(key: string, other: string): boolean {
  return Buffer.compare(Buffer.from(storedKey(key)), Buffer.from(storedKey(other))) > 0;
}

// JSON keeps the two parts apart whatever characters they hold.
function keyOf(agentId: string, sessionKey: string): string {
  return JSON.stringify([agentId, sessionKey]);
}
