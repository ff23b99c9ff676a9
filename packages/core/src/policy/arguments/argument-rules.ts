import {
  type AgentConfig,
  ARGUMENT_KEYS,
  type ArgumentRule,
  type CallRules,
  keyPath,
  RULINGS,
  type RuleVerdict,
  type Ruling,
  type ToolCall,
  type ToolEntry,
  type ToolPolicy,
} from '@mortise/contracts';
import { compileCondition } from '../conditions/compile-condition.ts';
import { ALWAYS, type Condition, MOST_WORK, Work, WorkExhausted } from '../conditions/condition.ts';
import type { PolicyWorld } from '../world/policy-world.ts';

/** A rule as it is asked: its verdict is made once. */
export interface CompiledRule {
  readonly rule: ArgumentRule;
  /** `tools`, `agent` or `parent <id>`. */
  readonly layer: string;
  readonly matches: Condition;
  readonly verdict: RuleVerdict;
}

/** What becomes of calls that no rule accepts. */
export interface RuleDefaults {
  readonly verdict: RuleVerdict;
  /** For tools that declare themselves destructive. */
  readonly destructive: RuleVerdict;
}

type JudgedCall = Pick<ToolCall, 'entry' | 'args'>;

/** The rules on arguments of one agent, those of all and of the agents above it included. */
export class ArgumentRules implements CallRules {
  readonly defaults: RuleDefaults;
  readonly #world: PolicyWorld;
  readonly #rules: readonly CompiledRule[];
  readonly #ofTools = new Map<string, readonly CompiledRule[]>();

  constructor(world: PolicyWorld, rules: readonly CompiledRule[], defaults: RuleDefaults) {
    this.#world = world;
    // The strictest first, so that the first that matches decides.
    this.#rules = rules.toSorted((one, other) => strength(other) - strength(one));
    this.defaults = defaults;
  }

  decide({ entry, args }: JudgedCall): RuleVerdict {
    const rules = this.rulesFor(entry);
    if (rules.length === 0) return this.defaultFor(entry);
    const work = new Work(MOST_WORK);
    for (const { matches, verdict } of rules) {
      try {
        if (matches(args, work)) return verdict;
      } catch (error) {
        return tooLarge(error, verdict);
      }
    }
    return this.defaultFor(entry);
  }

  /** Those about one tool, the strictest first; by name, which one tool has. */
  rulesFor({ name }: Pick<ToolEntry, 'name'>): readonly CompiledRule[] {
    const known = this.#ofTools.get(name);
    if (known !== undefined) return known;
    const tool = this.#world.index.exact(name);
    const found = this.#rules.filter(
      ({ rule, layer }) => tool !== undefined && listOf(this.#world, rule, layer).has(tool),
    );
    this.#ofTools.set(name, found);
    return found;
  }

  defaultFor({ annotations }: Pick<ToolEntry, 'annotations'>): RuleVerdict {
    const { verdict, destructive } = this.defaults;
    return annotations?.destructiveHint === true ? destructive : verdict;
  }
}

/** The rules that calls of an agent are held to; `undefined` if nothing is configured that could say anything but yes. */
export function argumentRulesOf(world: PolicyWorld, agent: AgentConfig): ArgumentRules | undefined {
  return world.derive(agent, compileRules).rules;
}

function compileRules(world: PolicyWorld, agent: AgentConfig) {
  const line = [...lineOf(world, agent)];
  const { policy } = world.inputs.config;
  const layers = [
    ['tools', policy] as const,
    ...line.map(
      ({ id, policy: own }, above) => [above === 0 ? 'agent' : `parent ${id}`, own] as const,
    ),
  ];
  const rules = layers.flatMap(([layer, { rules: written = [] }]) =>
    written.map((rule) => compileRule(rule, layer)),
  );
  const defaults = strictestDefaults(line.map((each) => defaultsOf(policy, each.policy)));
  const isIdle = rules.length === 0 && defaults.destructive.verdict === 'allow';
  return { rules: isIdle ? undefined : new ArgumentRules(world, rules, defaults) };
}

/** The agent and those above it: it may never do what one of them may not. */
function* lineOf(world: PolicyWorld, agent: AgentConfig): Generator<AgentConfig> {
  const seen = new Set<AgentConfig>();
  let next: AgentConfig | undefined = agent;
  while (next !== undefined && !seen.has(next)) {
    seen.add(next);
    yield next;
    next = world.config.parentOf(next);
  }
}

export function compileRule(rule: ArgumentRule, layer: string): CompiledRule {
  const { path, ruling, reason = `a rule says so (${path})` } = rule;
  const compiled = rule.when === undefined ? undefined : compileCondition(rule.when);
  // A configuration with such a rule is refused; one that was made otherwise fails closed.
  const isBroken = compiled?.status === 'invalid';
  const matches = compiled?.status === 'ok' ? compiled.matches : ALWAYS;
  const verdict: RuleVerdict = isBroken
    ? { verdict: 'deny', reason: `the rule cannot be read: ${compiled.message}`, path }
    : { verdict: ruling, reason, path };
  return { rule, layer, matches, verdict: Object.freeze(verdict) };
}

function listOf(world: PolicyWorld, { tools }: ArgumentRule, layer: string) {
  return world.list(tools, layer).list.matched;
}

function defaultsOf(all: ToolPolicy, own: ToolPolicy): RuleDefaults {
  const [ruling = 'allow', path] = written(all, own, 'rulesDefault');
  const [asks = false, asksPath] = written(all, own, 'askDestructive');
  const verdict = byDefault(ruling, path, `no rule accepts it, and the default is ${ruling}`);
  if (!asks || ruling !== 'allow') return { verdict, destructive: verdict };
  return {
    verdict,
    destructive: byDefault('ask', asksPath, 'the tool declares itself destructive'),
  };
}

/** That of the agent, or that of all; with its place. */
function written<Name extends keyof typeof ARGUMENT_KEYS>(
  all: ToolPolicy,
  own: ToolPolicy,
  name: Name,
): readonly [ToolPolicy[Name] | undefined, string?] {
  const policy = own[name] === undefined ? all : own;
  return policy[name] === undefined
    ? [undefined]
    : [policy[name], keyPath(ARGUMENT_KEYS, policy, name)];
}

function byDefault(verdict: Ruling, path: string | undefined, reason: string): RuleVerdict {
  return Object.freeze({ verdict, reason, ...(path === undefined ? {} : { path }) });
}

function strictestDefaults(all: readonly RuleDefaults[]): RuleDefaults {
  const strictest = (name: keyof RuleDefaults) =>
    all.map((each) => each[name]).reduce((one, other) => (rank(other) > rank(one) ? other : one));
  return Object.freeze({ verdict: strictest('verdict'), destructive: strictest('destructive') });
}

function tooLarge(error: unknown, { path }: RuleVerdict): RuleVerdict {
  if (!(error instanceof WorkExhausted)) throw error;
  const reason = 'the arguments are too large for a rule to be decided in time';
  return byDefault('deny', path, reason);
}

function strength({ verdict }: CompiledRule): number {
  return rank(verdict);
}

function rank({ verdict }: RuleVerdict): number {
  return RULINGS.indexOf(verdict);
}
