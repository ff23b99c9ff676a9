import { type ArgumentRule, RULINGS, type Ruling } from '@mortise/contracts';
import { compileCondition } from './conditions/compile-condition.ts';

/** A rule on arguments as a person writes it, to be tried. */
export type WrittenRule = Omit<ArgumentRule, 'path' | 'tools'> & {
  readonly tools: readonly string[];
};

export type ReadRule =
  | { readonly status: 'ok'; readonly rule: WrittenRule }
  | { readonly status: 'invalid'; readonly message: string };

const KEYS: readonly string[] = ['tools', 'programs', 'when', 'then', 'reason', 'approver'];

/** Reads `{ tools, programs, when, then, reason, approver }` from outside. */
export function readRule(rawRule: unknown): ReadRule {
  if (typeof rawRule !== 'object' || rawRule === null || Array.isArray(rawRule))
    return invalid('A rule is an object: {"tools": ["name"], "when": {…}, "then": "deny"}.');
  const fields = rawRule as { readonly [key: string]: unknown };
  const unknown = Object.keys(fields).find((key) => !KEYS.includes(key));
  if (unknown !== undefined)
    return invalid(`A rule has no ${JSON.stringify(unknown.slice(0, 60))}.`);
  const { tools: rawTools, programs, when, then: ruling, reason, approver } = fields;
  // A rule about programs is about those of all tools, unless it says whose.
  const tools: readonly unknown[] = [rawTools ?? (programs === undefined ? [] : '*')].flat();
  if (programs !== undefined && !isNames(programs))
    return invalid('`programs` is a list of names or paths, or of `*`.');
  if (approver !== undefined && approver !== 'operators' && approver !== 'user')
    return invalid('`approver` is `operators` or `user`.');
  if (tools.length === 0 || !tools.every((each) => typeof each === 'string' && each.trim() !== ''))
    return invalid('`tools` is a selector or a list of them.');
  if (!isRuling(ruling)) return invalid(`\`then\` is one of ${RULINGS.join(', ')}.`);
  if (reason !== undefined && typeof reason !== 'string') return invalid('`reason` is a text.');
  const condition = when === undefined ? undefined : compileCondition(when);
  if (condition?.status === 'invalid')
    return invalid(`\`${['when', ...condition.at].join('.')}\`: ${condition.message}`);
  return {
    status: 'ok',
    rule: {
      tools: tools as readonly string[],
      ruling,
      ...(programs === undefined ? {} : { programs }),
      ...(approver === undefined ? {} : { approver }),
      ...(when === undefined ? {} : { when: when as NonNullable<ArgumentRule['when']> }),
      ...(reason === undefined ? {} : { reason }),
    },
  };
}

function isNames(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === 'string' && each !== '')
  );
}

function isRuling(value: unknown): value is Ruling {
  return (RULINGS as readonly unknown[]).includes(value);
}

function invalid(message: string): ReadRule {
  return { status: 'invalid', message };
}
