import type { RuleVerdict, ToolEntry, TraceStep } from '@mortise/contracts';
import { snapshotJson } from '../../registry/json-snapshot.ts';
import type { ArgumentRules } from '../arguments/argument-rules.ts';
import type { CompiledRule } from '../arguments/compiled-rule.ts';
import { isAbout, type ProgramRun } from '../arguments/program-run.ts';
import { MOST_WORK, Work, WorkExhausted } from '../conditions/condition.ts';

/** What to explain a tool with: arguments of a call, or a program that it would run, with its arguments behind it. */
export type AskedArguments = { readonly args: unknown } | { readonly argv: readonly string[] };

const LIMITS = { maxBytes: 1_000_000, maxDepth: 64 } as const;

/** What would be decided of a call with these arguments, or of such a program: as of a call, on a copy. */
export function rulingOf(
  rules: ArgumentRules | undefined,
  entry: ToolEntry,
  asked: AskedArguments,
): RuleVerdict {
  if (rules === undefined)
    return { verdict: 'allow', reason: 'no rule on arguments is configured' };
  if ('argv' in asked) return rules.decideProgram(entry, runOf(asked.argv));
  const copy = snapshotJson(asked.args, LIMITS);
  if (copy.status === 'refused')
    return { verdict: 'deny', reason: `the arguments cannot be used: the value ${copy.reason}` };
  return rules.decide({ entry, args: copy.value });
}

/** As far as it can be known without looking for the program. */
function runOf([program = '', ...args]: readonly string[]): ProgramRun {
  return { names: new Set([program, program.split('/').at(-1) ?? program]), args };
}

/** Every rule about a tool, the strictest first, and what each says to the arguments, if there are any. */
export function argumentSteps(
  rules: ArgumentRules | undefined,
  entry: ToolEntry,
  asked?: AskedArguments,
): readonly TraceStep[] {
  if (rules === undefined) return [];
  return [
    ...rules.rulesFor(entry).map((each) => describeRule(each, asked)),
    ...rules.programsFor(entry).map((each) => describeRule(each, asked)),
    ...defaultSteps(rules, entry),
  ];
}

function defaultSteps(rules: ArgumentRules, entry: ToolEntry): readonly TraceStep[] {
  const of = rules.classOf(entry);
  const floor = rules.defaults.floors[of];
  const says = [
    ['', rules.defaultFor(entry), 'what no rule accepts'],
    ['floor', floor, `whatever rules accept (class ${of})`],
    ['programs', rules.defaults.programs, 'programs that no rule accepts'],
  ] as const;
  return says.flatMap(([layer, { verdict, reason, path }, what]) => {
    if (verdict === 'allow') return [];
    const place = path === undefined ? {} : { path };
    const rule = `${verdict} ${what}: ${reason}`;
    return { phase: 'arguments', layer: layer || 'default', rule, verdict: 'info', ...place };
  });
}

function describeRule(
  { rule, layer, matches, verdict }: CompiledRule,
  asked: AskedArguments | undefined,
): TraceStep {
  const isMatch = asked === undefined ? undefined : isAccepted({ rule, matches }, asked);
  const says = isMatch === undefined ? '' : isMatch ? 'matches, ' : 'does not match, ';
  const step = { phase: 'arguments', layer, path: rule.path } as const;
  const what = rule.programs === undefined ? '' : ` programs ${rule.programs.join(', ')}`;
  const text = `${says}${verdict.verdict}${what}: ${verdict.reason}`;
  return { ...step, rule: text, verdict: isMatch === true ? SHOWN[verdict.verdict] : 'info' };
}

const SHOWN = { allow: 'pass', ask: 'info', deny: 'block' } as const;

function isAccepted(
  { rule, matches }: Pick<CompiledRule, 'rule' | 'matches'>,
  asked: AskedArguments,
): boolean {
  // What is asked of a call says nothing to a rule about programs, and the other way round.
  if ('argv' in asked !== (rule.programs !== undefined)) return false;
  if ('argv' in asked && !isAbout(rule, runOf(asked.argv))) return false;
  const value = 'argv' in asked ? asked.argv.slice(1) : asked.args;
  const copy = snapshotJson(value, LIMITS);
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
  const own = [...rules.rulesFor(entry), ...rules.programsFor(entry)].map(
    ({ rule }) =>
      `${rule.ruling}${rule.programs === undefined ? '' : ` programs ${rule.programs.join(',')}`} when ${JSON.stringify(rule.when ?? true)}`,
  );
  const floor = rules.defaults.floors[rules.classOf(entry)].verdict;
  const least = floor === 'allow' ? [] : [`at least ${floor}`];
  return [...own, `otherwise ${rules.defaultFor(entry).verdict}`, ...least].join('; ');
}
