import type { ToolClass } from './reversibility.ts';

/** What a rule on arguments says to a call, from the weakest to the strictest. */
export const RULINGS = ['allow', 'ask', 'deny'] as const;
export type Ruling = (typeof RULINGS)[number];

/** Who may be asked: operators, or also the user of the client that called. */
export type Approver = 'operators' | 'user';

/** What the rules on arguments say to one call. The strictest that matches decides. */
export interface RuleVerdict {
  readonly verdict: Ruling;
  /** For people and models: the words of the rule, or what stands in for them. */
  readonly reason: string;
  /** Config path of what decided (`tools.rules[2]`); absent if nothing is configured. */
  readonly path?: string;
  /** Who is asked, if a rule says so. */
  readonly approver?: Approver;
  /** The gravest class of the calls that it was decided with, if that decided. */
  readonly chain?: ToolClass;
}
