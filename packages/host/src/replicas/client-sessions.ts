import type { ExtensionStorage, JsonValue, Logger } from '@mortise/contracts';

/** What a host must know to go on with a session that a client opened at another one. */
export interface ClientSession {
  readonly agentId: string;
  readonly principalId: string;
  readonly userId?: string;
  /** Under which what it loads is kept. */
  readonly sessionKey: string;
  /** The message that opened it. */
  readonly opening: JsonValue;
}

export interface ClientSessionsParts {
  readonly storage: ExtensionStorage;
  readonly logger: Logger;
}

/** Longer than a client stays away and still knows the id of its session. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;
const KEY = 'opened';
/** Of one of them: what a client says of itself is not long. */
const MOST_BYTES = 64_000;

/**
 * Sessions of clients by their ids, for all hosts of a state. What cannot be kept or found is opened anew by its client,
 * so nothing here rejects.
 */
export class ClientSessions {
  readonly #parts: ClientSessionsParts;

  constructor(parts: ClientSessionsParts) {
    this.#parts = parts;
  }

  async keep(id: string, session: ClientSession): Promise<void> {
    const { storage } = this.#parts;
    await this.#quietly(
      storage.set({
        ...{ namespace: namespaceOf(id), key: KEY, value: JSON.stringify(session) },
        ...{ quotaBytes: MOST_BYTES, ttlMs: KEPT_MS },
      }),
    );
  }

  async find(id: string): Promise<ClientSession | undefined> {
    const text = await this.#quietly(this.#parts.storage.get(namespaceOf(id), KEY));
    // Written by a host of this state.
    return text === undefined ? undefined : (JSON.parse(text) as ClientSession);
  }

  async forget(id: string): Promise<void> {
    await this.#quietly(this.#parts.storage.delete(namespaceOf(id), KEY));
  }

  #quietly<Result>(work: Promise<Result>): Promise<Result | undefined> {
    return work.catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      this.#parts.logger.debug({ reason }, 'Sessions of clients cannot be kept now.');
      return undefined;
    });
  }
}

/** One for each: sessions have no room to share. No extension has a namespace like it. */
function namespaceOf(id: string): string {
  return `client session ${id}`;
}
