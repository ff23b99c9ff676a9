import { setTimeout as sleep } from 'node:timers/promises';
import type { DrivenClient } from '../clients/driven-client.ts';
import { COUNTED_TOOL, editionOf } from './counted-extension.ts';
import type { MistakeKind, SoakCounts } from './soak-counts.ts';
import { HASTE } from './warm-up.ts';

export interface LoadedClient {
  readonly name: string;
  readonly client: DrivenClient;
}

export interface ClientLoadParts {
  readonly clients: readonly LoadedClient[];
  /** Calls per second of all of them together. */
  readonly rate: number;
  readonly swapEveryMs: number;
  /** For so long at the start everything comes `HASTE` times as often. */
  readonly hasteMs: number;
  /** Puts the n-th code in place and has the configuration read again. */
  readonly swap: (edition: number) => Promise<void>;
}

const LANES_OF_CLIENT = 4;
/** Every so many calls the first lane reads the list as well: one client has a second list make the first stale. */
const CALLS_PER_LIST = 25;
const MOST_SAID = 20;

/** Real clients, each with several calls at once, beside swaps of code; every single call is accounted for. */
export class ClientLoad {
  readonly #parts: ClientLoadParts;
  readonly #stopped = new AbortController();
  readonly #ends = new Map<string, number>();
  readonly #mistakes: string[] = [];
  readonly #mistakesBy = { errors: 0, lost: 0, duplicates: 0 };
  readonly #hasteUntil: number;
  #swaps = 0;
  /** The code that is in place for sure: what is called from now on runs none from before. */
  #inPlace = 0;

  constructor(parts: ClientLoadParts) {
    this.#parts = parts;
    this.#hasteUntil = performance.now() + parts.hasteMs;
  }

  /** Ends when it was stopped, the last call has ended and all counts were read once more. */
  async run(): Promise<SoakCounts> {
    const { clients } = this.#parts;
    const lanes = clients.flatMap((each) =>
      Array.from({ length: LANES_OF_CLIENT }, (_, lane) => this.#runLane(each, lane)),
    );
    await Promise.all([...lanes, this.#keepSwapping()]);
    return this.#read();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #runLane({ name, client }: LoadedClient, lane: number): Promise<void> {
    const key = `${name} ${lane}`;
    const pauseMs = (1_000 * this.#parts.clients.length * LANES_OF_CLIENT) / this.#parts.rate;
    let made = 0;
    while (!this.#isOver) {
      await this.#attempt(key, async () => {
        if (lane === 0 && made % CALLS_PER_LIST === 0) await this.#expectListed(key, client);
        made += 1;
        made = await this.#expectCount(client, { key, made });
        this.#ends.set(name, (this.#ends.get(name) ?? 0) + 1);
      });
      await this.#pause((pauseMs * (0.5 + Math.random())) / this.#haste);
    }
    // What ran once more after it was answered is seen here.
    await this.#attempt(key, () => this.#expectCount(client, { key, made, isRead: true }));
  }

  async #expectListed(key: string, client: DrivenClient): Promise<void> {
    if (!(await client.list()).includes(COUNTED_TOOL))
      this.#note('errors', `${key}: the tool is not listed`);
  }

  async #expectCount(
    client: DrivenClient,
    call: { readonly key: string; readonly made: number; readonly isRead?: boolean },
  ): Promise<number> {
    const { made, ...args } = call;
    const oldest = this.#inPlace;
    const { text, isError } = await client.call(COUNTED_TOOL, args);
    const count = isError ? Number.NaN : Number.parseInt(text, 10);
    if (!isError && !(editionOf(text) >= oldest))
      this.#note(
        'errors',
        `${call.key}: code of before swap ${oldest} answered "${text.slice(0, 100)}"`,
      );
    if (count === made) return made;
    const kind = Number.isNaN(count) ? 'errors' : count < made ? 'lost' : 'duplicates';
    this.#note(kind, `${call.key}: call ${made} was answered with "${text.slice(0, 100)}"`);
    // What came of one that failed is seen by the next: it may have run.
    return Number.isNaN(count) ? made : count;
  }

  async #keepSwapping(): Promise<void> {
    const { swapEveryMs, swap } = this.#parts;
    while (swapEveryMs > 0 && !this.#isOver) {
      await this.#pause(swapEveryMs / this.#haste);
      if (this.#isOver) return;
      this.#swaps += 1;
      await this.#attempt('a swap of code', async () => {
        await swap(this.#swaps);
        this.#inPlace = this.#swaps;
      });
    }
  }

  async #attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#note('errors', `${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #note(kind: MistakeKind, what: string): void {
    this.#mistakesBy[kind] += 1;
    if (this.#mistakes.length < MOST_SAID) this.#mistakes.push(what);
  }

  #read(): SoakCounts {
    const { errors, lost, duplicates } = this.#mistakesBy;
    const ends = [...this.#ends].map(([name, count]) => [name, { ok: count }] as const);
    return {
      calls: ends.reduce((sum, [, { ok }]) => sum + ok, 0),
      ...{ ends: Object.fromEntries(ends), sessions: ends.length, reloads: this.#swaps },
      ...{ kills: 0, lostToKills: 0, unexplainedCrashes: 0, unexpectedEnds: 0, oddities: {} },
      mistakes: this.#mistakes,
      mistakeCount: errors + lost + duplicates,
      mistakesBy: { errors, lost, duplicates },
    };
  }

  get #haste(): number {
    return performance.now() < this.#hasteUntil ? HASTE : 1;
  }

  get #isOver(): boolean {
    return this.#stopped.signal.aborted;
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
  }
}
