import type { CallClaim, CallEnd, CallLedger, ClaimAnswer, LedgerRun } from '@mortise/contracts';
import { decideClaim, endOf, type LedgerRow } from './decide-claim.ts';

interface HeldCall extends LedgerRow {
  readonly holder: string;
  readonly endedAt?: number;
}

/** Knows calls as long as the process lives. */
export class MemoryCallLedger implements CallLedger {
  readonly #calls = new Map<string, HeldCall>();
  readonly #now: () => number;

  /** By the wall clock in ms. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async claim(claim: CallClaim): Promise<ClaimAnswer> {
    const { id, run, request, holder, holdMs } = claim;
    const now = this.#now();
    const known = this.#calls.get(id);
    const next = { request, run, holder, heldUntil: now + holdMs, outcome: undefined };
    if (known === undefined) {
      this.#calls.set(id, { ...next, state: 'running', runs: 1 });
      return { status: 'granted', runs: 1 };
    }
    const { answer, write } = decideClaim(known, claim, now);
    if (write === 'take_over')
      this.#calls.set(id, { ...next, state: 'running', runs: known.runs + 1 });
    if (write === 'give_up') this.#calls.set(id, { ...known, state: 'lost', endedAt: now });
    return answer;
  }

  async renew(holder: string, holdMs: number): Promise<void> {
    const heldUntil = this.#now() + holdMs;
    for (const [id, call] of this.#calls) {
      const isOwn = call.holder === holder && call.state === 'running';
      if (isOwn) this.#calls.set(id, { ...call, heldUntil });
    }
  }

  async end({ id }: LedgerRun, outcome: string): Promise<CallEnd> {
    const known = this.#calls.get(id);
    if (known === undefined) return { status: 'ended', outcome };
    if (known.state !== 'running') return endOf(known);
    this.#calls.set(id, { ...known, state: 'ended', outcome, endedAt: this.#now() });
    return { status: 'ended', outcome };
  }

  async release({ id, run }: LedgerRun): Promise<void> {
    const known = this.#calls.get(id);
    if (known?.run === run && known.state === 'running') this.#calls.delete(id);
  }

  async prune(endedBefore: number): Promise<number> {
    const old = [...this.#calls].filter(
      ([, { endedAt, heldUntil }]) => (endedAt ?? heldUntil) < endedBefore,
    );
    for (const [id] of old) this.#calls.delete(id);
    return old.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#calls.clear();
  }
}
