import { CALL_KINDS, type KindName } from './call-kinds.ts';

/** What a soak did, and what came of it. */
export interface SoakCounts {
  readonly calls: number;
  /** By kind, then by how calls ended. */
  readonly ends: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly sessions: number;
  readonly reloads: number;
  readonly kills: number;
  /** Calls that a killed runner took with it. */
  readonly lostToKills: number;
  /** `sandbox_crashed` without a kill while the call ran, or just before. */
  readonly unexplainedCrashes: number;
  /** Other ends that their kind does not have. */
  readonly unexpectedEnds: number;
  /** Both in words, with the time of the first, and how often. */
  readonly oddities: Readonly<Record<string, number>>;
  /** What must not be at all: a call that failed, was lost or ran twice; the first of them. */
  readonly mistakes?: readonly string[];
  readonly mistakeCount?: number;
  /** The same by what it was. */
  readonly mistakesBy?: Readonly<Record<MistakeKind, number>>;
}

/** `lost`: it was answered, and ran not at all; `duplicates`: it ran more than once. */
export type MistakeKind = 'errors' | 'lost' | 'duplicates';

const MOST_ODDITIES = 20;
/** A call may be sent to a runner that was killed so long ago: the host has not heard of it yet. */
const NOTICE_MS = 1_000;

/** Of one call, in ms of the same clock. */
export interface CallTimes {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Counts ends of calls and says which of them a kill explains. Its size does not grow with the time. */
export class SoakTally {
  readonly #ends = new Map<KindName, Map<string, number>>();
  readonly #oddities = new Map<string, { readonly at: string; count: number }>();
  #calls = 0;
  #lost = 0;
  #crashes = 0;
  #unexpected = 0;
  #kills: readonly number[] = [];
  #killCount = 0;
  sessions = 0;
  reloads = 0;

  /** Keeps the times of kills that a call which still runs may have met. */
  noteKill(at: number, oldestCallAt: number): void {
    this.#killCount += 1;
    this.#kills = [...this.#kills.filter((time) => time >= oldestCallAt - NOTICE_MS), at];
  }

  noteEnd(kind: KindName, end: string, times: CallTimes): void {
    const ends = this.#ends.get(kind) ?? new Map<string, number>();
    this.#ends.set(kind, ends);
    ends.set(end, (ends.get(end) ?? 0) + 1);
    this.#calls += 1;
    const expected: readonly string[] = CALL_KINDS[kind].ends;
    if (expected.includes(end)) return;
    if (end === 'sandbox_crashed' && this.#wasKilled(times)) this.#lost += 1;
    else this.noteOddity(`${kind} ended with ${end}`, end === 'sandbox_crashed');
  }

  noteOddity(what: string, isCrash = false): void {
    if (isCrash) this.#crashes += 1;
    else this.#unexpected += 1;
    const known = this.#oddities.get(what);
    if (known !== undefined) known.count += 1;
    else if (this.#oddities.size < MOST_ODDITIES)
      this.#oddities.set(what, { at: new Date().toISOString(), count: 1 });
  }

  read(): SoakCounts {
    return {
      calls: this.#calls,
      ends: Object.fromEntries(
        [...this.#ends].map(([kind, ends]) => [kind, Object.fromEntries(ends)]),
      ),
      sessions: this.sessions,
      reloads: this.reloads,
      kills: this.#killCount,
      lostToKills: this.#lost,
      unexplainedCrashes: this.#crashes,
      unexpectedEnds: this.#unexpected,
      oddities: Object.fromEntries(
        [...this.#oddities].map(([what, { at, count }]) => [`${what}, first at ${at}`, count]),
      ),
    };
  }

  #wasKilled({ startedAt, endedAt }: CallTimes): boolean {
    return this.#kills.some((time) => time >= startedAt - NOTICE_MS && time <= endedAt);
  }
}
