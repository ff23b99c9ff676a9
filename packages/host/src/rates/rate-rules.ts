import type { RateRule, RateSubject, RateWindow, ToolCall } from '@mortise/contracts';

/** A rule as it counts. */
export type CountedRule = { readonly rule: RateRule; readonly mark: string } & (
  | { readonly kind: 'calls' | 'cost'; readonly limit: number; readonly windowMs: number }
  | { readonly kind: 'concurrent'; readonly limit: number }
);

/** Cost is counted in millionths of a dollar: sums of fractions drift. */
export const MICRO = 1_000_000;

/** What is said of a rule stays the same wherever it stands in the list, so that its counts do, too. */
export function compileRates(rules: readonly RateRule[]): readonly CountedRule[] {
  return rules.flatMap((rule): CountedRule[] => {
    const mark = JSON.stringify([
      rule.for ?? {},
      rule.per ?? '',
      rule.calls ? 'calls' : rule.costUsd ? 'cost' : 'concurrent',
    ]);
    const windowMs = parsePer(rule.per ?? '');
    if (rule.calls !== undefined)
      return [{ rule, mark, kind: 'calls', limit: rule.calls, windowMs }];
    if (rule.costUsd !== undefined) {
      return [{ rule, mark, kind: 'cost', limit: Math.round(rule.costUsd * MICRO), windowMs }];
    }
    if (rule.concurrent === undefined) return [];
    return [{ rule, mark, kind: 'concurrent', limit: rule.concurrent }];
  });
}

/** The key under which a call counts for a rule; `undefined` if the rule is not about it. */
export function rateKey(
  { rule, mark }: CountedRule,
  { entry, context }: ToolCall,
): string | undefined {
  const { origin } = entry;
  const facts: { readonly [Name in keyof Required<RateSubject>]: string } = {
    agent: context.agentId ?? '',
    user: context.userId ?? '',
    tool: entry.name,
    extension: origin.kind === 'extension' ? origin.id : '',
  };
  const each: string[] = [];
  for (const [name, wanted] of Object.entries(rule.for ?? {}) as [keyof RateSubject, string][]) {
    if (name === 'extension' && facts.extension === '') return undefined;
    if (wanted === '*') each.push(facts[name]);
    else if (wanted !== facts[name]) return undefined;
  }
  return JSON.stringify([mark, ...each]);
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
