import {
  ARGUMENT_KEYS,
  type ClassRulings,
  gravity,
  keyPath,
  REVERSIBILITY_NAMES,
  type RuleVerdict,
  type Ruling,
  TOOL_CLASSES,
  type ToolClass,
  type ToolPolicy,
} from '@mortise/contracts';
import { stricter } from './compiled-rule.ts';
import type { PolicyLayer } from './policy-layers.ts';

/** What becomes of calls that no rule accepts, and what no rule can allow. */
export interface RuleDefaults {
  readonly verdict: RuleVerdict;
  /** For tools that declare themselves destructive. */
  readonly destructive: RuleVerdict;
  /** Of programs. */
  readonly programs: RuleVerdict;
  /** Unless a rule accepts the call, by the class of its tool. */
  readonly gates: ClassVerdicts;
  /** Whatever rules accept. */
  readonly floors: ClassVerdicts;
  readonly chain: 'call' | 'batch' | 'session';
}

export type ClassVerdicts = { readonly [Name in ToolClass]: RuleVerdict };

const CHAINS = ['call', 'batch', 'session'] as const;

/** The strictest of all layers: that of all agents, of the agent, and of those above it. */
export function ruleDefaults([all, ...line]: readonly PolicyLayer[]): RuleDefaults {
  const policies = [...(all === undefined ? [] : [all]), ...line].map(([, policy]) => policy);
  const [top = NOTHING] = policies;
  // What an agent says takes the place of what all have; an agent above it is asked by itself.
  const each = line.map(([, own]) => ({
    verdict: written(top, own, 'rulesDefault', 'no rule accepts it'),
    programs: written(top, own, 'programsDefault', 'no rule accepts the program'),
    destructive: destructiveOf(top, own),
  }));
  const strictest = (name: keyof (typeof each)[number]) =>
    each.map((defaults) => defaults[name]).reduce(stricter, ALLOWED);
  const verdict = strictest('verdict');
  return Object.freeze({
    ...{ verdict, programs: strictest('programs') },
    destructive: stricter(verdict, strictest('destructive')),
    gates: classVerdicts(policies, 'gates'),
    floors: classVerdicts(policies, 'floors'),
    chain: CHAINS.findLast((name) => policies.some(({ chain }) => chain === name)) ?? 'call',
  });
}

/** Whether none of it ever says anything but yes. */
export function allowsAll({ destructive, programs, gates, floors }: RuleDefaults): boolean {
  const verdicts = [destructive, programs, ...Object.values(gates), ...Object.values(floors)];
  return verdicts.every(({ verdict }) => verdict === 'allow');
}

const ALLOWED: RuleVerdict = Object.freeze({
  verdict: 'allow',
  reason: 'no rule accepts it, and the default is allow',
});
const NOTHING: ToolPolicy = { path: 'tools', byProvider: [] };

function written(
  all: ToolPolicy,
  own: ToolPolicy,
  name: 'rulesDefault' | 'programsDefault',
  what: string,
): RuleVerdict {
  const policy = own[name] === undefined ? all : own;
  const ruling = policy[name];
  if (ruling === undefined) return ALLOWED;
  const reason = `${what}, and the default is ${ruling}`;
  return byDefault(ruling, keyPath(ARGUMENT_KEYS, policy, name), reason);
}

function destructiveOf(all: ToolPolicy, own: ToolPolicy): RuleVerdict {
  const policy = own.askDestructive === undefined ? all : own;
  if (policy.askDestructive !== true) return ALLOWED;
  const path = keyPath(ARGUMENT_KEYS, policy, 'askDestructive');
  return byDefault('ask', path, 'the tool declares itself destructive');
}

/** A graver class has at least what a milder one has; one that is not classified what the gravest has. */
function classVerdicts(policies: readonly ToolPolicy[], name: 'gates' | 'floors'): ClassVerdicts {
  const verdicts = TOOL_CLASSES.map((of) => {
    const found = policies.map((policy) => classVerdict(policy, name, of));
    return [of, found.reduce(stricter, ALLOWED)] as const;
  });
  return Object.freeze(Object.fromEntries(verdicts)) as ClassVerdicts;
}

function classVerdict(policy: ToolPolicy, name: 'gates' | 'floors', of: ToolClass): RuleVerdict {
  const rulings: ClassRulings = policy[name] ?? {};
  const path = keyPath(ARGUMENT_KEYS, policy, name);
  const say = (ruling: Ruling, at: ToolClass) =>
    byDefault(ruling, `${path}.${at}`, CLASS_WORDS[of]);
  if (of === 'unclassified' && rulings.unclassified !== undefined) {
    return say(rulings.unclassified, 'unclassified');
  }
  const upTo = REVERSIBILITY_NAMES.slice(0, gravity(of) + 1);
  return upTo
    .flatMap((at) => (rulings[at] === undefined ? [] : [say(rulings[at], at)]))
    .reduce(stricter, ALLOWED);
}

const CLASS_WORDS = {
  read_only: 'what the tool does changes nothing, and is gated all the same',
  reversible: 'what the tool does can be undone, and is gated all the same',
  external: 'what the tool does can be undone by others only',
  irreversible: 'what the tool does cannot be undone',
  unclassified: 'it is not known whether what the tool does can be undone',
} as const satisfies { readonly [Name in ToolClass]: string };

function byDefault(verdict: Ruling, path: string, reason: string): RuleVerdict {
  return Object.freeze({ verdict, reason, path });
}
