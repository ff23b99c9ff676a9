import {
  type Diagnostic,
  ERROR_CODES,
  type JsonValue,
  type Logger,
  type ReplicaRecord,
  type ReplicaRegistry,
} from '@mortise/contracts';

export interface ReplicaWatchParts {
  readonly registry: ReplicaRegistry;
  /** New with every start. */
  readonly id: string;
  /** As people know this host. */
  readonly name: string;
  /** False for one that only looks: a command beside the hosts that serve. */
  readonly joins: boolean;
  /** What must be the same everywhere, as hashes; `null` for what there is none of. */
  readonly facts: () => Promise<ReplicaFacts>;
  readonly logger: Logger;
}

export type ReplicaFacts = { readonly [Name in keyof typeof COMPARED]: string | null };

/** What replicas compare, and what is said where it differs. */
const COMPARED = {
  config: 'replica_config_differs',
  lock: 'replica_lock_differs',
} as const;

const LOOK_MS = 1_000;
/** One that has said nothing for so long is gone. */
const STAY_MS = 10_000;

/** Says that this host is there, and finds those on the same state that go by something else. */
export class ReplicaWatch implements AsyncDisposable {
  readonly #parts: ReplicaWatchParts;
  readonly #timer: NodeJS.Timeout;
  #own: ReplicaFacts | undefined;
  #all: readonly ReplicaRecord[] = [];
  #looking: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: ReplicaWatchParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  /** Those that are there, this one included if it joins; as of the last look. */
  get all(): readonly ReplicaRecord[] {
    return this.#all;
  }

  /** Looks now, or waits for the look that goes on. Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.#parts.logger.debug({ reason }, 'The other replicas cannot be known now.');
      })
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  diagnostics(): readonly Diagnostic[] {
    const own = this.#own;
    if (own === undefined) return [];
    return this.#all
      .filter(({ id }) => id !== this.#parts.id)
      .flatMap((other) => this.#compare(own, other));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#looking;
    if (this.#parts.joins) await this.#parts.registry.leave(this.#parts.id).catch(() => undefined);
  }

  async #look(): Promise<void> {
    const { registry, id, name, joins, facts } = this.#parts;
    const own = await facts();
    if (this.#isClosed) return;
    if (joins) await registry.join({ id, name, facts: own }, STAY_MS);
    this.#own = own;
    this.#all = await registry.list();
  }

  #compare(own: ReplicaFacts, { name, facts }: ReplicaRecord): readonly Diagnostic[] {
    return Object.entries(COMPARED).flatMap(([fact, code]): readonly Diagnostic[] => {
      const [here, there] = [own[fact as keyof ReplicaFacts], facts[fact]];
      // A host of another version may not say it.
      if (there === undefined || here === there) return [];
      const { summary, hint } = ERROR_CODES[code];
      const detail = `${name} has ${shorten(there)}, this one (${this.#parts.name}) ${shorten(here)}.`;
      return [{ code, severity: 'warning', subject: name, message: `${summary} ${detail}`, hint }];
    });
  }
}

function shorten(hash: JsonValue): string {
  return typeof hash === 'string' ? hash.slice(0, 12) : 'none';
}
