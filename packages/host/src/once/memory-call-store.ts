import type { CallClaim, CallEnd, CallRun, CallStore, ClaimAnswer } from '@mortise/contracts';
import { type CallRow, decideClaim, endOf } from './decide-claim.ts';

interface MemoryRow extends CallRow {
  readonly endedAt?: number;
}

/** Beyond so many the oldest that ended is forgotten. */
const MOST_CALLS = 100_000;
/** Of all outcomes together; beyond it the oldest is, and its call is still known to have ended. */
const MOST_CHARS = 16_000_000;

/** Knows calls as long as the process lives, the newest of them. */
export class MemoryCallStore implements CallStore {
  readonly #calls = new Map<string, MemoryRow>();
  /** Those whose outcomes are kept, as they ended. */
  readonly #kept = new Map<string, number>();
  #chars = 0;
  readonly #now: () => number;

  /** By the wall clock in ms. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async claim(claim: CallClaim): Promise<ClaimAnswer> {
    const { id, run, request, holdMs } = claim;
    const now = this.#now();
    const known = this.#calls.get(id);
    const next = { request, run, heldUntil: now + holdMs, outcome: undefined };
    if (known === undefined) {
      this.#calls.set(id, { ...next, state: 'running', runs: 1 });
      if (this.#calls.size > MOST_CALLS) this.#forgetOldest();
      return { status: 'granted', runs: 1 };
    }
    const { answer, write } = decideClaim(known, claim, now);
    if (write === 'take_over')
      this.#calls.set(id, { ...next, state: 'running', runs: known.runs + 1 });
    if (write === 'give_up') this.#calls.set(id, { ...known, state: 'lost', endedAt: now });
    return answer;
  }

  async renew(runs: readonly CallRun[], holdMs: number): Promise<void> {
    const heldUntil = this.#now() + holdMs;
    for (const { id, run } of runs) {
      const call = this.#calls.get(id);
      const isOwn = call?.run === run && call.state === 'running';
      if (isOwn) this.#calls.set(id, { ...call, heldUntil });
    }
  }

  async end({ id }: CallRun, outcome: string): Promise<CallEnd> {
    const known = this.#calls.get(id);
    if (known === undefined) return { status: 'ended', outcome };
    if (known.state !== 'running') return endOf(known);
    this.#calls.set(id, { ...known, state: 'ended', outcome, endedAt: this.#now() });
    this.#kept.set(id, outcome.length);
    this.#chars += outcome.length;
    while (this.#chars > MOST_CHARS && this.#kept.size > 1) this.#emptyOldest();
    return { status: 'ended', outcome };
  }

  async release({ id, run }: CallRun): Promise<void> {
    const known = this.#calls.get(id);
    if (known?.run !== run || known.state !== 'running') return;
    const { runs } = known;
    if (runs === 1) this.#calls.delete(id);
    else this.#calls.set(id, { ...known, run: '', runs: runs - 1, heldUntil: this.#now() });
  }

  async prune(endedBefore: number): Promise<number> {
    const old = [...this.#calls].filter(
      ([, { endedAt, heldUntil }]) => (endedAt ?? heldUntil) < endedBefore,
    );
    for (const [id] of old) this.#forget(id);
    return old.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#calls.clear();
    this.#kept.clear();
    this.#chars = 0;
  }

  #emptyOldest(): void {
    const [id] = this.#kept.keys();
    const call = id === undefined ? undefined : this.#calls.get(id);
    if (id === undefined || call === undefined) return;
    this.#drop(id);
    this.#calls.set(id, { ...call, outcome: '' });
  }

  #forgetOldest(): void {
    for (const [id, { state }] of this.#calls) {
      if (state === 'running') continue;
      this.#forget(id);
      return;
    }
  }

  #forget(id: string): void {
    this.#drop(id);
    this.#calls.delete(id);
  }

  #drop(id: string): void {
    this.#chars -= this.#kept.get(id) ?? 0;
    this.#kept.delete(id);
  }
}
