import { type RateLease, type Refusal, refuse, type ToolOutcome } from '@mortise/contracts';
import type { Taken } from './host-rates.ts';
import type { CountedRule } from './rate-rules.ts';

/** What one rule gave a call. */
export interface TakenRule {
  readonly kind: CountedRule['kind'];
  readonly taken: Taken;
}

/** A call that goes on later never ran as far as places are concerned. */
export const PAUSED: Refusal = refuse('rate_limited', '');

/** Gives back what was taken, and answers why. */
export function giveBack<Outcome extends ToolOutcome>(
  taken: readonly TakenRule[],
  outcome: Outcome,
): Outcome {
  for (const each of taken) each.taken.release(outcome);
  return outcome;
}

/** What rates and budgets gave a call, until it ends. */
export class HeldRates implements RateLease {
  readonly #takePlaces: () => Promise<Refusal | readonly TakenRule[]>;
  #held: readonly TakenRule[];

  constructor(
    held: readonly TakenRule[],
    takePlaces: () => Promise<Refusal | readonly TakenRule[]>,
  ) {
    this.#held = held;
    this.#takePlaces = takePlaces;
  }

  release(outcome: ToolOutcome): void {
    giveBack(this.#held, outcome);
  }

  pause(): void {
    giveBack(this.#held.filter(isPlace), PAUSED);
    this.#held = this.#held.filter((each) => !isPlace(each));
  }

  async resume(): Promise<Refusal | undefined> {
    const again = await this.#takePlaces();
    if ('status' in again) return again;
    this.#held = [...this.#held, ...again];
    return undefined;
  }
}

function isPlace({ kind }: TakenRule): boolean {
  return kind === 'concurrent';
}
