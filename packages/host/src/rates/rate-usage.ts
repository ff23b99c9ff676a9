import type { RateCount, RateSubject } from '@mortise/contracts';
import { describeLimit } from './describe-limit.ts';
import { type CountedRule, MICRO, type RateKind } from './rate-rules.ts';

/** How much of a limit is used. */
export interface RateUsage {
  /** Where the rule stands: `rates[0]`. */
  readonly path: string;
  readonly kind: RateKind;
  /** In words: `20 calls per 1h for agent main`. */
  readonly text: string;
  /** Whose: what each `*` of the rule stands for. */
  readonly of: RateSubject;
  /** Calls, US dollars, tokens or places. */
  readonly used: number;
  readonly limit: number;
  /** When its time is over, by the wall clock in ms; absent for calls at the same time. */
  readonly resetsAt?: number;
}

export function describeUsage(
  { rule, path, kind, limit }: CountedRule,
  of: RateSubject,
  { used, window }: Pick<RateCount, 'used' | 'window'>,
): RateUsage {
  const unit = kind === 'cost' ? MICRO : 1;
  return Object.freeze({
    ...{ path, kind, of, text: describeLimit(rule), used: used / unit, limit: limit / unit },
    ...(window === undefined ? {} : { resetsAt: window.endsAt }),
  });
}
