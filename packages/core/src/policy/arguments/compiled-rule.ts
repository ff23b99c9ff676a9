import { type ArgumentRule, foldName, RULINGS, type RuleVerdict } from '@mortise/contracts';
import { compileCondition } from '../conditions/compile-condition.ts';
import { ALWAYS, type Condition, MOST_WORK, Work, WorkExhausted } from '../conditions/condition.ts';

/** A rule as it is asked: its verdict is made once. */
export interface CompiledRule {
  readonly rule: ArgumentRule;
  /** `tools`, `agent` or `parent <id>`. */
  readonly layer: string;
  readonly matches: Condition;
  readonly verdict: RuleVerdict;
}

export function compileRule(rule: ArgumentRule, layer: string): CompiledRule {
  const { path, ruling, approver, reason = `a rule says so (${path})` } = rule;
  const compiled = rule.when === undefined ? undefined : compileCondition(rule.when);
  // A configuration with such a rule is refused; one that was made otherwise fails closed.
  const isBroken = compiled?.status === 'invalid';
  const matches = compiled?.status === 'ok' ? compiled.matches : ALWAYS;
  const verdict: RuleVerdict = isBroken
    ? { verdict: 'deny', reason: `the rule cannot be read: ${compiled.message}`, path }
    : { verdict: ruling, reason, path, ...(approver === undefined ? {} : { approver }) };
  return { rule, layer, matches, verdict: Object.freeze(verdict) };
}

/** The same rule as one agent's calls of one tool are held to: without those that it is not about. */
export function ruleFor(
  compiled: CompiledRule,
  { agentId, toolName }: { readonly agentId: string; readonly toolName: string },
): CompiledRule {
  const { rule, matches } = compiled;
  const isOwn = ({ agent, tool }: { readonly agent: string; readonly tool: string }) =>
    foldName(agent) === foldName(agentId) && foldName(tool) === foldName(toolName);
  const excepted = (rule.except ?? []).filter(isOwn).map(({ args }) => args);
  if (excepted.length === 0) return compiled;
  const exception = compileCondition({ enum: excepted });
  // One that cannot be compared takes nothing out.
  if (exception.status === 'invalid') return compiled;
  const isExcepted = exception.matches;
  return {
    ...compiled,
    matches: (value, work) => matches(value, work) && !isExcepted(value, work),
  };
}

/** The strictest first, so that the first that matches decides. */
export function strictestFirst(rules: readonly CompiledRule[]): readonly CompiledRule[] {
  return rules.toSorted((one, other) => strictness(other.verdict) - strictness(one.verdict));
}

/** What the first rule that accepts a value says; `undefined` if none does. Refuses what takes too long to decide. */
export function firstVerdict(
  rules: readonly CompiledRule[],
  value: unknown,
): RuleVerdict | undefined {
  const work = new Work(MOST_WORK);
  for (const { matches, verdict } of rules) {
    try {
      if (matches(value, work)) return verdict;
    } catch (error) {
      return tooLarge(error, verdict);
    }
  }
  return undefined;
}

/** From the weakest to the strictest, as a number. */
export function strictness({ verdict }: RuleVerdict): number {
  return RULINGS.indexOf(verdict);
}

/** The stricter of two; the first if they are equal. */
export function stricter(one: RuleVerdict, other: RuleVerdict): RuleVerdict {
  return strictness(other) > strictness(one) ? other : one;
}

function tooLarge(error: unknown, { path }: RuleVerdict): RuleVerdict {
  if (!(error instanceof WorkExhausted)) throw error;
  const reason = 'the arguments are too large for a rule to be decided in time';
  return Object.freeze({ verdict: 'deny', reason, ...(path === undefined ? {} : { path }) });
}
