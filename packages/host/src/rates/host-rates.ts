import {
  type CallRates,
  type Diagnostic,
  ERROR_CODES,
  type RateCount,
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
import { describeLimit } from './describe-limit.ts';
import { giveBack, HeldRates, PAUSED, type TakenRule } from './held-rates.ts';
import { PlaceCounts } from './place-counts.ts';
import {
  type CountedRule,
  compileRates,
  type RatedCall,
  rateKey,
  subjectOf,
} from './rate-rules.ts';
import { describeUsage, type RateUsage } from './rate-usage.ts';

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
  readonly #parts: HostRatesParts;
  readonly #calls: CallCounts;
  readonly #costs: CostCounts;
  readonly #places: PlaceCounts;
  /** A field, because every call asks; `use` alone writes it. */
  readonly isInForce: boolean = false;
  #rules: readonly CountedRule[] = [];
  readonly #refusals = new Map<string, Refused>();

  constructor(parts: HostRatesParts) {
    this.#parts = parts;
    this.#calls = new CallCounts(parts);
    this.#costs = new CostCounts(parts);
    this.#places = new PlaceCounts(parts);
  }

  /** From here on these are in force. */
  use(rules: readonly RateRule[]): void {
    this.#rules = compileRates(rules);
    (this as Writable<this>).isInForce = rules.length > 0;
  }

  /** Answers at once unless the store has to be asked. */
  take(call: ToolCall): Refusal | RateLease | Promise<Refusal | RateLease> {
    const taken = this.#takeAll({ rules: this.#rules, call, at: 0, taken: [] });
    return taken instanceof Promise
      ? taken.then((each) => this.#leaseOf(each, call))
      : this.#leaseOf(taken, call);
  }

  #leaseOf(taken: TakenRules, call: ToolCall): Refusal | RateLease {
    if ('status' in taken) return taken;
    return new HeldRates(taken, async () => {
      const rules = this.#rules.filter(({ kind }) => kind === 'concurrent');
      return this.#takeAll({ rules, call, at: 0, taken: [] });
    });
  }

  /** All of them or none. */
  #takeAll(taking: TakingRules): TakenRules | Promise<TakenRules> {
    const { rules, call, taken } = taking;
    try {
      for (let { at } = taking; at < rules.length; at += 1) {
        const rule = rules[at];
        const key = rule?.keyOf(call);
        if (rule === undefined || key === undefined) continue;
        const answer = this.#takeOne(rule, key);
        if (answer instanceof Promise) return this.#goOn({ ...taking, at: at + 1 }, rule, answer);
        const refusal = this.#settle(taken, rule, answer);
        if (refusal !== undefined) return refusal;
      }
      return taken;
    } catch (error) {
      giveBack(taken, PAUSED);
      throw error;
    }
  }

  async #goOn(
    taking: TakingRules,
    rule: CountedRule,
    waitedFor: Promise<Taken | NoRoom>,
  ): Promise<TakenRules> {
    const answer = await waitedFor.catch((error: unknown) => {
      giveBack(taking.taken, PAUSED);
      throw error;
    });
    return this.#settle(taking.taken, rule, answer) ?? this.#takeAll(taking);
  }

  #settle(taken: TakenRule[], rule: CountedRule, answer: Taken | NoRoom): Refusal | undefined {
    if ('retryAfterMs' in answer) return giveBack(taken, this.#refuse(rule, answer));
    taken.push({ kind: rule.kind, taken: answer });
    return undefined;
  }

  /** How much of each limit is used, by all hosts on the state. Rejects while that cannot be read. */
  async usage(): Promise<readonly RateUsage[]> {
    if (!this.isInForce) return [];
    const counts = await this.#parts.store.list(this.#parts.now());
    return this.#describe(
      counts.map(({ key, used, ...count }) => {
        const ahead = this.#calls.leftOf(key) + this.#places.idleOf(key);
        return { ...count, key, used: Math.max(0, used - ahead) };
      }),
    );
  }

  /** The same as far as this host knows it without asking. */
  known(): readonly RateUsage[] {
    return this.#describe([
      ...this.#calls.known(),
      ...this.#costs.known(),
      ...this.#places.known(),
    ]);
  }

  /** What calls of an agent to a tool are counted by; of limits that each user, client or session has, those alone. */
  async usageOf(call: RatedCall): Promise<readonly RateUsage[]> {
    const about = new Set(this.#rules.flatMap((rule) => (isAbout(rule, call) ? [rule.path] : [])));
    const agentId = call.context.agentId ?? '';
    return (await this.usage()).filter(
      ({ path, of }) => about.has(path) && (of.agent === undefined || of.agent === agentId),
    );
  }

  /** Calls that each limit refused since this host began, by its path. */
  refusals(): ReadonlyMap<string, number> {
    return new Map([...this.#refusals].map(([path, { count }]) => [path, count]));
  }

  /** Limits that refuse calls now. */
  diagnostics(): readonly Diagnostic[] {
    const now = this.#parts.now();
    return [...this.#refusals].flatMap(([path, { until, text }]) =>
      until <= now ? [] : [reached(path, text)],
    );
  }

  #describe(counts: readonly RateCount[]): readonly RateUsage[] {
    return this.#rules.flatMap((rule) => {
      const own = counts.flatMap((count) => {
        const of = subjectOf(rule, count.key);
        return of === undefined ? [] : [describeUsage(rule, of, count)];
      });
      const isOne = !Object.values(rule.rule.for ?? {}).includes('*');
      return own.length === 0 && isOne ? [describeUsage(rule, {}, { used: 0 })] : own;
    });
  }

  /** Gives back what was taken ahead, and waits for what is being written. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([
      this.#calls[Symbol.asyncDispose](),
      this.#costs[Symbol.asyncDispose](),
      this.#places[Symbol.asyncDispose](),
    ]);
  }

  #refuse(rule: CountedRule, room: NoRoom): Refusal {
    const refusal = refusalFor(rule, room);
    const { count = 0 } = this.#refusals.get(rule.path) ?? {};
    const until = this.#parts.now() + (refusal.retryAfterMs ?? 0);
    this.#refusals.set(rule.path, { count: count + 1, until, text: describeLimit(rule.rule) });
    return refusal;
  }

  #takeOne(rule: CountedRule, key: string): Taken | NoRoom | Promise<Taken | NoRoom> {
    if (rule.kind === 'concurrent') return this.#places.take(key, rule.limit);
    return rule.kind === 'calls' ? this.#calls.take(key, rule) : this.#costs.take(key, rule);
  }
}

/** Rules that are taken one after the other, from a place on. */
interface TakingRules {
  readonly rules: readonly CountedRule[];
  readonly call: ToolCall;
  readonly at: number;
  readonly taken: TakenRule[];
}

type TakenRules = Refusal | readonly TakenRule[];

interface Refused {
  readonly count: number;
  readonly until: number;
  readonly text: string;
}

/** Whether a limit is about such calls, of any user and client and in any session. */
function isAbout({ rule, ...rest }: CountedRule, { entry, context }: RatedCall): boolean {
  const { user: _user, client: _client, session: _session, ...fixed } = rule.for ?? {};
  return rateKey({ ...rest, rule: { ...rule, for: fixed } }, { entry, context }) !== undefined;
}

function reached(path: string, text: string): Diagnostic {
  const { summary, hint } = ERROR_CODES.rate_reached;
  return {
    ...{ code: 'rate_reached', severity: 'warning', subject: path, path, hint },
    message: `${summary} ${text}.`,
  };
}

function refusalFor({ rule }: CountedRule, { retryAfterMs }: NoRoom): Refusal {
  const ms = Math.max(1, Math.ceil(retryAfterMs));
  const text = `The limit of ${describeLimit(rule)} is reached; try again in ${Math.ceil(ms / 1_000)} s.`;
  return Object.freeze({ ...refuse('rate_limited', text), retryAfterMs: ms });
}
