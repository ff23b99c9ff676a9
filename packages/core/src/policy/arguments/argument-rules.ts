import {
  type AgentConfig,
  type CallRules,
  graverClass,
  type RuleVerdict,
  type ToolCall,
  type ToolClass,
  type ToolEntry,
} from '@mortise/contracts';
import type { PolicyWorld } from '../world/policy-world.ts';
import {
  type CompiledRule,
  compileRule,
  firstVerdict,
  ruleFor,
  stricter,
  strictestFirst,
} from './compiled-rule.ts';
import { type PolicyLayer, policyLayers } from './policy-layers.ts';
import { isAbout, type ProgramRun } from './program-run.ts';
import { allowsAll, type RuleDefaults, ruleDefaults } from './rule-defaults.ts';
import { classOfTool } from './tool-reversibility.ts';

type JudgedCall = Pick<ToolCall, 'entry' | 'args'>;

export interface ArgumentRulesParts {
  /** Whose calls they are about. */
  readonly agentId: string;
  readonly world: PolicyWorld;
  readonly layers: readonly PolicyLayer[];
  readonly rules: readonly CompiledRule[];
  readonly defaults: RuleDefaults;
}

/** The rules on arguments of one agent, those of all and of the agents above it included. */
export class ArgumentRules implements CallRules {
  readonly defaults: RuleDefaults;
  readonly chain?: 'batch' | 'session';
  readonly #parts: ArgumentRulesParts;
  readonly #ofTools = new Map<string, RulesOfTool>();

  constructor(parts: ArgumentRulesParts) {
    this.#parts = parts;
    this.defaults = parts.defaults;
    if (parts.defaults.chain !== 'call') this.chain = parts.defaults.chain;
  }

  decide({ entry, args }: JudgedCall, chain?: ToolClass): RuleVerdict {
    const { calls, of } = this.#of(entry);
    const gated = chain === undefined || of === 'read_only' ? of : graverClass(of, chain);
    const verdict = firstVerdict(calls, args) ?? this.defaultFor(entry, gated);
    return stricter(verdict, inChain(this.defaults.floors[gated], of, gated));
  }

  /** What becomes of a program that a tool is about to run. */
  decideProgram(entry: Pick<ToolEntry, 'name'>, run: ProgramRun): RuleVerdict {
    const about = this.programsFor(entry).filter(({ rule }) => isAbout(rule, run));
    return firstVerdict(about, run.args) ?? this.defaults.programs;
  }

  /** The programs that rules about one tool name, as they are written. */
  programNames(entry: Pick<ToolEntry, 'name'>): readonly string[] {
    return this.programsFor(entry).flatMap(({ rule }) => rule.programs ?? []);
  }

  /** Those about calls of one tool, the strictest first; by name, which one tool has. */
  rulesFor(entry: Pick<ToolEntry, 'name'>): readonly CompiledRule[] {
    return this.#of(entry).calls;
  }

  /** Those about programs of one tool. */
  programsFor(entry: Pick<ToolEntry, 'name'>): readonly CompiledRule[] {
    return this.#of(entry).programs;
  }

  classOf(entry: Pick<ToolEntry, 'name'>): ToolClass {
    return this.#of(entry).of;
  }

  defaultFor(entry: ToolEntry, gated: ToolClass = this.classOf(entry)): RuleVerdict {
    const { verdict, destructive, gates } = this.defaults;
    const own = entry.annotations?.destructiveHint === true ? destructive : verdict;
    return stricter(own, inChain(gates[gated], this.classOf(entry), gated));
  }

  #of({ name }: Pick<ToolEntry, 'name'>): RulesOfTool {
    const known = this.#ofTools.get(name);
    if (known !== undefined) return known;
    const made = this.#find(name);
    this.#ofTools.set(name, made);
    return made;
  }

  #find(name: string): RulesOfTool {
    const { agentId, world, rules, layers } = this.#parts;
    const tool = world.index.exact(name);
    if (tool === undefined) return { calls: [], programs: [], of: 'unclassified' };
    const own = strictestFirst(
      rules
        .filter(({ rule, layer }) => world.list(rule.tools, layer).list.matched.has(tool))
        .map((rule) => ruleFor(rule, { agentId, toolName: name })),
    );
    return {
      calls: own.filter(({ rule }) => rule.programs === undefined),
      programs: own.filter(({ rule }) => rule.programs !== undefined),
      of: classOfTool(world, layers, world.index.entryOf(tool)),
    };
  }
}

interface RulesOfTool {
  readonly calls: readonly CompiledRule[];
  readonly programs: readonly CompiledRule[];
  /** The class of the tool. */
  readonly of: ToolClass;
}

/** Says so where it is not its own class that decides. */
function inChain(verdict: RuleVerdict, own: ToolClass, gated: ToolClass): RuleVerdict {
  if (own === gated || verdict.verdict === 'allow') return verdict;
  const reason = `it is done together with another call: ${verdict.reason}`;
  return Object.freeze({ ...verdict, reason, chain: gated });
}

/** The rules that calls of an agent are held to; `undefined` if nothing is configured that could say anything but yes. */
export function argumentRulesOf(world: PolicyWorld, agent: AgentConfig): ArgumentRules | undefined {
  return world.derive(agent, compileRules).rules;
}

function compileRules(world: PolicyWorld, agent: AgentConfig) {
  const layers = policyLayers(world, agent);
  const rules = layers.flatMap(([layer, { rules: written = [] }]) =>
    written.map((rule) => compileRule(rule, layer)),
  );
  const defaults = ruleDefaults(layers);
  const parts = { world, layers, rules, defaults };
  const isIdle = rules.length === 0 && allowsAll(defaults);
  return { rules: isIdle ? undefined : new ArgumentRules({ ...parts, agentId: agent.id }) };
}
