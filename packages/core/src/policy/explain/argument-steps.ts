import type { RuleVerdict, ToolEntry, TraceStep } from '@mortise/contracts';
import { snapshotJson } from '../../registry/json-snapshot.ts';
import type { ArgumentRules, CompiledRule } from '../arguments/argument-rules.ts';
import { MOST_WORK, Work, WorkExhausted } from '../conditions/condition.ts';

/** Arguments to explain a tool with. */
export interface AskedArguments {
  readonly args: unknown;
}

const LIMITS = { maxBytes: 1_000_000, maxDepth: 64 } as const;

/** What would be decided of a call with these arguments: as of a call, on a copy. */
export function rulingOf(
  rules: ArgumentRules | undefined,
  entry: ToolEntry,
  { args }: AskedArguments,
): RuleVerdict {
  const copy = snapshotJson(args, LIMITS);
  if (copy.status === 'refused')
    return { verdict: 'deny', reason: `the arguments cannot be used: the value ${copy.reason}` };
  if (rules === undefined)
    return { verdict: 'allow', reason: 'no rule on arguments is configured' };
  return rules.decide({ entry, args: copy.value });
}

/** Every rule about a tool, the strictest first, and what each says to the arguments, if there are any. */
export function argumentSteps(
  rules: ArgumentRules | undefined,
  entry: ToolEntry,
  asked?: AskedArguments,
): readonly TraceStep[] {
  if (rules === undefined) return [];
  const steps = rules.rulesFor(entry).map((each) => describeRule(each, asked));
  const { verdict, reason, path } = rules.defaultFor(entry);
  if (verdict === 'allow') return steps;
  const place = path === undefined ? {} : { path };
  const rule = `${verdict} what no rule accepts: ${reason}`;
  return [...steps, { phase: 'arguments', layer: 'default', rule, verdict: 'info', ...place }];
}

function describeRule(
  { rule, layer, matches, verdict }: CompiledRule,
  asked: AskedArguments | undefined,
): TraceStep {
  const isMatch = asked === undefined ? undefined : isAccepted(matches, asked.args);
  const says = isMatch === undefined ? '' : isMatch ? 'matches, ' : 'does not match, ';
  const step = { phase: 'arguments', layer, path: rule.path } as const;
  const text = `${says}${verdict.verdict}: ${verdict.reason}`;
  return { ...step, rule: text, verdict: isMatch === true ? SHOWN[verdict.verdict] : 'info' };
}

const SHOWN = { allow: 'pass', ask: 'info', deny: 'block' } as const;

function isAccepted(matches: CompiledRule['matches'], args: unknown): boolean {
  const copy = snapshotJson(args, LIMITS);
  try {
    return copy.status === 'ok' && matches(copy.value, new Work(MOST_WORK));
  } catch (error) {
    if (error instanceof WorkExhausted) return true;
    throw error;
  }
}

/** The rules of a tool in a line, to be compared; with arguments, what they say to them. */
export function summariseRules(
  rules: ArgumentRules | undefined,
  entry: ToolEntry,
  asked?: AskedArguments,
): string {
  if (asked !== undefined) return rulingOf(rules, entry, asked).verdict;
  if (rules === undefined) return 'no rules';
  const own = rules
    .rulesFor(entry)
    .map(({ rule }) => `${rule.ruling} when ${JSON.stringify(rule.when ?? true)}`);
  return [...own, `otherwise ${rules.defaultFor(entry).verdict}`].join('; ');
}
