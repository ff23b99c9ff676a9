import {
  type CallRates,
  type RateLease,
  type RateRule,
  type RateStore,
  type Refusal,
  refuse,
  type ToolCall,
  type ToolOutcome,
  type Writable,
} from '@mortise/contracts';
import { CallCounts } from './call-counts.ts';
import { CostCounts } from './cost-counts.ts';
import { PlaceCounts } from './place-counts.ts';
import { type CountedRule, compileRates, rateKey } from './rate-rules.ts';

export interface HostRatesParts {
  readonly store: RateStore;
  /** Wall clock in ms. */
  readonly now: () => number;
  /** Tells this host from others on the same state. */
  readonly holder: string;
}

/** What one rule gave a call. */
export interface Taken {
  /** The call is over; one that never ran gives back what it took. */
  release(outcome: ToolOutcome): void;
}

/** No room, and when there may be some. */
export interface NoRoom {
  readonly retryAfterMs: number;
}

/**
 * Rates and budgets. What was counted is counted for all hosts on one state: parts of a limit are taken
 * from the store ahead, so that a limit is never passed and most calls write nothing.
 */
export class HostRates implements CallRates {
  readonly #calls: CallCounts;
  readonly #costs: CostCounts;
  readonly #places: PlaceCounts;
  /** A field, because every call asks; `use` alone writes it. */
  readonly isInForce: boolean = false;
  #rules: readonly CountedRule[] = [];

  constructor(parts: HostRatesParts) {
    this.#calls = new CallCounts(parts);
    this.#costs = new CostCounts(parts);
    this.#places = new PlaceCounts(parts);
  }

  /** From here on these are in force. */
  use(rules: readonly RateRule[]): void {
    this.#rules = compileRates(rules);
    (this as Writable<this>).isInForce = rules.length > 0;
  }

  async take(call: ToolCall): Promise<Refusal | RateLease> {
    const taken: Taken[] = [];
    const giveBack = (outcome: ToolOutcome) => {
      for (const each of taken) each.release(outcome);
    };
    try {
      for (const rule of this.#rules) {
        const key = rateKey(rule, call);
        if (key === undefined) continue;
        const answer = await this.#takeOne(rule, key);
        if ('retryAfterMs' in answer) {
          const refusal = refusalFor(rule, answer);
          giveBack(refusal);
          return refusal;
        }
        taken.push(answer);
      }
    } catch (error) {
      giveBack(refuse('rate_limited', ''));
      throw error;
    }
    return { release: giveBack };
  }

  /** Gives back what was taken ahead, and waits for what is being written. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([
      this.#calls[Symbol.asyncDispose](),
      this.#costs[Symbol.asyncDispose](),
      this.#places[Symbol.asyncDispose](),
    ]);
  }

  #takeOne(rule: CountedRule, key: string): Promise<Taken | NoRoom> {
    if (rule.kind === 'concurrent') return this.#places.take(key, rule.limit);
    return rule.kind === 'calls' ? this.#calls.take(key, rule) : this.#costs.take(key, rule);
  }
}

function refusalFor({ rule }: CountedRule, { retryAfterMs }: NoRoom): Refusal {
  const ms = Math.max(1, Math.ceil(retryAfterMs));
  const what =
    rule.concurrent === undefined
      ? `${rule.calls === undefined ? `${rule.costUsd} USD` : `${rule.calls} calls`} per ${rule.per}`
      : `${rule.concurrent} calls at the same time`;
  const whose = Object.entries(rule.for ?? {}).map(([name, value]) => `${name} ${value}`);
  const text = `The limit of ${what}${whose.length === 0 ? '' : ` for ${whose.join(', ')}`} is reached; try again in ${Math.ceil(ms / 1_000)} s.`;
  return Object.freeze({ ...refuse('rate_limited', text), retryAfterMs: ms });
}
