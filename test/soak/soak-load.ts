import { setTimeout as sleep } from 'node:timers/promises';
import { CALL_KINDS, type KindName, pickKind } from './call-kinds.ts';
import { type SoakCounts, SoakTally } from './soak-counts.ts';
import { EDITED_EXTENSION, editExtension, type SoakFolder } from './soak-folder.ts';
import type { SoakSession, SoakTarget } from './soak-target.ts';
import { HASTE } from './warm-up.ts';

export interface LoadPlan {
  /** Calls per second; as many as there can be if absent. */
  readonly rate?: number;
  readonly kinds: readonly KindName[];
  /** 0: never. */
  readonly reloadEveryMs: number;
  readonly killEveryMs: number;
  /** For so long at the start everything comes `HASTE` times as often. */
  readonly hasteMs: number;
}

export interface LoadParts {
  readonly target: SoakTarget;
  readonly folder: SoakFolder;
  readonly plan: LoadPlan;
  /** Of the caller, as long as the load: every call listens to it. */
  readonly signal: AbortSignal;
}

/** Calls at once: those that hang take a place for a quarter of a second. */
const LANES = 16;
const MOST_CALLS_OF_SESSION = 60;
/** A load that fell behind by more does not catch up: the machine was busy elsewhere. */
const MOST_BEHIND_MS = 1_000;

/** Makes calls at a rate, in sessions that come and go, beside reloads and kills, until it is stopped. */
export class SoakLoad {
  readonly #parts: LoadParts;
  readonly #tally = new SoakTally();
  readonly #running = new Set<number>();
  readonly #stopped = new AbortController();
  #calls = 0;
  #nextAt = performance.now();
  readonly #hasteUntil: number;

  constructor(parts: LoadParts) {
    this.#parts = parts;
    this.#hasteUntil = performance.now() + parts.plan.hasteMs;
  }

  get counts(): SoakCounts {
    return this.#tally.read();
  }

  /** Ends when it was stopped and the last call has ended. */
  async run(): Promise<SoakCounts> {
    const { killEveryMs, reloadEveryMs } = this.#parts.plan;
    await Promise.all([
      ...Array.from({ length: LANES }, (_, lane) => this.#runLane(lane)),
      this.#repeat(killEveryMs, () => this.#killRunner()),
      this.#repeat(reloadEveryMs, () => this.#reload()),
    ]);
    return this.counts;
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #runLane(lane: number): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      await this.#attempt('a session', async () => {
        const session = await this.#parts.target.openSession(`soak-${lane}-${turn}`);
        this.#tally.sessions += 1;
        const calls = 1 + Math.random() * MOST_CALLS_OF_SESSION;
        for (let call = 0; call < calls && !this.#isOver; call += 1) await this.#call(session);
        await session.close();
      });
    }
  }

  async #call(session: SoakSession): Promise<void> {
    await this.#takeTurn();
    if (this.#isOver) return;
    const kind = pickKind(this.#parts.plan.kinds, Math.random());
    const { tool, args, abortAfterMs } = { abortAfterMs: undefined, ...CALL_KINDS[kind] };
    this.#calls += 1;
    const number = this.#calls;
    const startedAt = performance.now();
    this.#running.add(startedAt);
    const signal =
      abortAfterMs === undefined ? this.#parts.signal : AbortSignal.timeout(abortAfterMs);
    const end = await session.call({
      ...{ id: `call-${number}`, name: tool },
      ...{ args: args(number), signal },
    });
    this.#running.delete(startedAt);
    this.#tally.noteEnd(kind, end, { startedAt, endedAt: performance.now() });
  }

  /** Calls of all lanes are spread evenly over the time. */
  async #takeTurn(): Promise<void> {
    const { rate } = this.#parts.plan;
    if (rate === undefined) {
      // Tools of the host itself may answer without a turn of the event loop: nothing else would get one.
      await new Promise((next) => setImmediate(next));
      return;
    }
    const now = performance.now();
    this.#nextAt = Math.max(this.#nextAt + 1_000 / rate / this.#haste, now - MOST_BEHIND_MS);
    if (this.#nextAt > now) await this.#pause(this.#nextAt - now);
  }

  async #killRunner(): Promise<void> {
    const pids = await this.#parts.target.runners();
    const pid = pids[Math.floor(Math.random() * pids.length)];
    if (pid === undefined) return;
    // Noted first: its calls may have ended before this function goes on.
    this.#tally.noteKill(performance.now(), Math.min(...this.#running, performance.now()));
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself since the host named it.
    }
  }

  async #reload(): Promise<void> {
    this.#tally.reloads += 1;
    editExtension(this.#parts.folder, this.#tally.reloads);
    const status = await this.#parts.target.reload(EDITED_EXTENSION);
    if (status !== 'loaded') this.#tally.noteOddity(`a reload ended with ${status}`);
  }

  async #repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
    while (everyMs > 0 && !this.#isOver) {
      await this.#pause(everyMs / this.#haste);
      if (!this.#isOver) await this.#attempt('a reload or a kill', work);
    }
  }

  /** What is tried fails now and then beside kills; that it did is counted, and the load goes on. */
  async #attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#tally.noteOddity(`${what} failed: ${error instanceof Error ? error.message : error}`);
      await this.#pause(MOST_BEHIND_MS);
    }
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
