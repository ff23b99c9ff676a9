import { performance } from 'node:perf_hooks';
import { GUEST_ENTRIES, type GuestEntries, type GuestEntryName } from '../wire/guest-entries.ts';
import type { Entry } from './guest-engine.ts';
import type { IsolateParts } from './isolate-parts.ts';
import type { RunnerCall } from './runner-call.ts';

/** Of the CPU limit; clocks of two kinds do not agree to the millisecond. */
const SPENT_SHARE = 0.95;

/**
 * No entry is stopped sooner for want of time on the wall. The host ends a late call by itself;
 * stopping its entry would end every call of the isolate. Less than the host waits after a cancel.
 */
const MIN_WALL_MS = 200;

/** The calls that an entry is for, and how long it may take on the wall. */
export interface EntryParts {
  /** None for an entry that no call is charged with. */
  readonly calls: readonly RunnerCall[];
  readonly wallMs: number;
  /** What would be stopped together with its process otherwise. */
  readonly mustStop?: boolean;
}

export interface TimedEntry {
  readonly entry: Entry;
  /** Which limit it has run into if it was stopped: being stopped says how late it is, no more. */
  readonly cause: 'cpu' | 'deadline';
  /** CPU time of the entry. */
  readonly micros: number;
  /** One of its calls has used up its CPU time. */
  readonly isSpent: boolean;
}

/** Enters one guest with the clocks running, and charges the calls it was entered for. */
export class IsolateEntry {
  readonly #parts: IsolateParts;

  constructor(parts: IsolateParts) {
    this.#parts = parts;
  }

  enter<Name extends GuestEntryName>(
    name: Name,
    args: Parameters<GuestEntries[Name]>,
    parts: EntryParts,
  ): TimedEntry {
    const { engine, heartbeat, spec, clock, id } = this.#parts;
    const { calls } = parts;
    const before = mostUsed(calls);
    if (!GUEST_ENTRIES[name]) this.#parts.onEnter();
    const start = performance.now();
    const cpuMs = clock.patience(spec.limits.cpuMs - before / 1_000, start);
    const patienceMs = Math.min(Math.max(parts.wallMs, MIN_WALL_MS), cpuMs);
    clock.begin(start);
    const { seq, until } = rangeOf(calls);
    heartbeat.enter({ isolate: id, seq, until, patienceMs }, start);
    const mustStop = parts.mustStop === true || calls.length > 1 || this.#parts.isShared();
    const entry = engine.enter(name, args, { timeoutMs: patienceMs, mustStop });
    const end = performance.now();
    heartbeat.leave(end);
    const micros = clock.used(end - start);
    charge(calls, micros);
    const limit = spec.limits.cpuMs * 1_000;
    return {
      entry,
      cause: before + micros >= limit * SPENT_SHARE ? 'cpu' : 'deadline',
      micros,
      isSpent: mostUsed(calls) > limit,
    };
  }
}

/** Those of a timer are in no particular order. */
function rangeOf(calls: readonly RunnerCall[]): { readonly seq: number; readonly until: number } {
  let seq = calls[0]?.seq ?? 0;
  let until = seq;
  for (const call of calls) {
    seq = Math.min(seq, call.seq);
    until = Math.max(until, call.seq);
  }
  return { seq, until };
}

function mostUsed(calls: readonly RunnerCall[]): number {
  let most = 0;
  for (const call of calls) most = Math.max(most, call.cpuMicros);
  return most;
}

/** In equal parts: which call a timer or microtask belongs to is not known. */
export function charge(calls: readonly RunnerCall[], micros: number): void {
  if (calls.length === 0) return;
  const share = Math.round(micros / calls.length);
  for (const call of calls) call.charge(share);
}
