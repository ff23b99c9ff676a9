import {
  EMBEDDER,
  type RateRule,
  type RateSubject,
  type RateWindow,
  type ToolCall,
  type ToolEntry,
} from '@mortise/contracts';

/** A rule as it counts. */
export type CountedRule = {
  readonly rule: RateRule;
  readonly mark: string;
  readonly path: string;
  /** As `rateKey`, remembered: asked for every call. */
  readonly keyOf: (call: RatedCall) => string | undefined;
} & (
  | { readonly kind: TimedKind; readonly limit: number; readonly windowMs: number }
  | { readonly kind: 'concurrent'; readonly limit: number }
);

/** What is counted within a time: `cost` and `tokens` are known when a call is over. */
export type TimedKind = 'calls' | 'cost' | 'tokens';
export type RateKind = CountedRule['kind'];

/** A rule about what calls do within a time. */
export type TimedRule = Extract<CountedRule, { readonly kind: TimedKind }>;

/** Cost is counted in millionths of a dollar: sums of fractions drift. */
export const MICRO = 1_000_000;

/** What is said of a rule stays the same wherever it stands in the list, so that its counts do, too. */
export function compileRates(rules: readonly RateRule[]): readonly CountedRule[] {
  return rules.flatMap((rule, index): CountedRule[] => {
    const found = limitOf(rule);
    if (found === undefined) return [];
    const { kind, limit } = found;
    const mark = JSON.stringify([rule.for ?? {}, rule.per ?? '', kind]);
    const keyOf = rememberKeys({ rule, mark });
    const known = { rule, mark, path: `rates[${index}]`, keyOf, limit };
    if (kind === 'concurrent') return [{ ...known, kind }];
    return [{ ...known, kind, windowMs: parsePer(rule.per ?? '') }];
  });
}

function limitOf(rule: RateRule): { readonly kind: RateKind; readonly limit: number } | undefined {
  const { calls, costUsd, resultTokens, concurrent } = rule;
  if (calls !== undefined) return { kind: 'calls', limit: calls };
  if (costUsd !== undefined) return { kind: 'cost', limit: Math.round(costUsd * MICRO) };
  if (resultTokens !== undefined) return { kind: 'tokens', limit: resultTokens };
  return concurrent === undefined ? undefined : { kind: 'concurrent', limit: concurrent };
}

/** What of a call its rates depend on. */
export type RatedCall = {
  readonly entry: Pick<ToolEntry, 'name' | 'origin'>;
  readonly context: Pick<ToolCall['context'], 'agentId' | 'userId' | 'sessionKey' | 'principal'>;
};

type RateMark = Pick<CountedRule, 'rule' | 'mark'>;

/** The key under which a call counts for a rule; `undefined` if the rule is not about it. */
export function rateKey({ rule, mark }: RateMark, call: RatedCall): string | undefined {
  const each: string[] = [];
  for (const [name, wanted] of Object.entries(rule.for ?? {}) as [keyof RateSubject, string][]) {
    const fact = FACTS[name](call);
    if (name === 'extension' && fact === '') return undefined;
    if (wanted === '*') each.push(fact);
    else if (wanted !== fact) return undefined;
  }
  return JSON.stringify([mark, ...each]);
}

const FACTS = {
  agent: ({ context }) => context.agentId ?? '',
  user: ({ context }) => context.userId ?? '',
  tool: ({ entry }) => entry.name,
  extension: ({ entry: { origin } }) => (origin.kind === 'extension' ? origin.id : ''),
  // A program that embeds the host asks for itself.
  client: ({ context }) => (context.principal ?? EMBEDDER).id,
  session: ({ context }) => context.sessionKey,
} as const satisfies {
  readonly [Name in keyof Required<RateSubject>]: (call: RatedCall) => string;
};

/** Keys that are remembered of a rule; the next one begins anew. */
const MOST_KEYS = 1_000;

/** By the facts that the rule looks at: the same facts give the same text, which is found without being read again. */
function rememberKeys(rule: RateMark): (call: RatedCall) => string | undefined {
  const facts = Object.keys(rule.rule.for ?? {}).map((name) => FACTS[name as keyof RateSubject]);
  const known = new Map<string, string | undefined>();
  return (call) => {
    let asked = '';
    for (const fact of facts) {
      const text = fact(call);
      // One fact needs no length to be told from others.
      asked = facts.length === 1 ? text : `${asked}${text.length}:${text}`;
    }
    const remembered = known.get(asked);
    if (remembered !== undefined || known.has(asked)) return remembered;
    if (known.size >= MOST_KEYS) known.clear();
    const key = rateKey(rule, call);
    known.set(asked, key);
    return key;
  };
}

/** What `*` stands for in a key, by name; `undefined` for a key of another rule. */
export function subjectOf({ rule, mark }: RateMark, key: string): RateSubject | undefined {
  const [of, ...each]: readonly string[] = JSON.parse(key);
  if (of !== mark) return undefined;
  const names = Object.entries(rule.for ?? {}).filter(([, wanted]) => wanted === '*');
  return Object.fromEntries(names.map(([name], index) => [name, each[index] ?? '']));
}

/** Windows lie at fixed times, so that a clock that was set is in some window and leaves it again. */
export function windowAt(now: number, windowMs: number): RateWindow {
  const startsAt = Math.floor(now / windowMs) * windowMs;
  return { startsAt, endsAt: startsAt + windowMs };
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function parsePer(text: string): number {
  const unit = text.at(-1) as keyof typeof UNITS;
  return Number(text.slice(0, -1)) * (UNITS[unit] ?? 0);
}
