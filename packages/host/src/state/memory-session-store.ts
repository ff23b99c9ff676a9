import type { SessionRecord, SessionStore, SessionWrite } from '@mortise/contracts';
import { emptySession, nextSession } from './session-record.ts';

/** Keeps sessions as long as the process lives. For tests and for hosts that want no file. */
export class MemorySessionStore implements SessionStore {
  readonly mode = 'ready';
  readonly #records = new Map<string, SessionRecord>();
  #isClosed = false;

  async read(agentId: string, sessionKey: string): Promise<SessionRecord> {
    return this.#find(agentId, sessionKey);
  }

  async write(next: SessionRecord, expectedVersion: number): Promise<SessionWrite> {
    if (this.#isClosed) return { status: 'refused', reason: 'The session store is closed.' };
    const current = this.#find(next.agentId, next.sessionKey);
    if (current.version !== expectedVersion) return { status: 'stale', record: current };
    const record = nextSession(next, expectedVersion);
    this.#records.set(keyOf(next.agentId, next.sessionKey), record);
    return { status: 'stored', record };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
  }

  #find(agentId: string, sessionKey: string): SessionRecord {
    return this.#records.get(keyOf(agentId, sessionKey)) ?? emptySession(agentId, sessionKey);
  }
}

// JSON keeps the two parts apart whatever characters they hold.
function keyOf(agentId: string, sessionKey: string): string {
  return JSON.stringify([agentId, sessionKey]);
}
