import {
  type ArgumentRule,
  type Diagnostic,
  nearestName,
  REVERSIBILITY_NAMES,
  type ToolEntry,
  type ToolPolicy,
} from '@mortise/contracts';
import { emptiness, namedArguments, optionalArguments } from '../conditions/read-condition.ts';
import { policyDiagnostic } from '../world/policy-diagnostic.ts';
import type { PolicyWorld } from '../world/policy-world.ts';

/** What is odd in the rules of one layer: those that never decide, and those that allow by mistake. */
export function checkRules(
  world: PolicyWorld,
  { rules = [], reversibility, trustHints = [] }: ToolPolicy,
  layer: string,
): readonly Diagnostic[] {
  const classes = REVERSIBILITY_NAMES.flatMap((name) => reversibility?.[name] ?? []);
  return [
    ...[...classes, ...trustHints].flatMap((each) => world.list([each], layer).diagnostics),
    ...rules.flatMap((rule) => [
      ...world.list(rule.tools, layer).diagnostics,
      ...checkRule(rule, { layer, tools: selected(world, rule, layer) }),
    ]),
  ];
}

interface RulePlace {
  readonly layer: string;
  readonly tools: readonly ToolEntry[];
}

function checkRule(rule: ArgumentRule, place: RulePlace): readonly Diagnostic[] {
  const { when, ruling, path } = rule;
  if (when === undefined) return [];
  const subject = rule.tools.map(({ text }) => text).join(', ');
  const at = { subject, path: `${path}.when`, layer: place.layer };
  const empty = emptiness(when);
  if (empty !== undefined)
    return [
      policyDiagnostic('rule_never_applies', { ...at, detail: `No arguments match: ${empty}.` }),
    ];
  // The arguments of a program are a list of texts, of which no tool says anything.
  if (rule.programs !== undefined) return [];
  const unknown = unknownArguments(when, place.tools).map((detail) =>
    policyDiagnostic('rule_unknown_argument', { ...at, detail }),
  );
  if (ruling !== 'allow') return unknown;
  const absent = absentArguments(when, place.tools).map((name) =>
    policyDiagnostic('rule_accepts_absent', {
      ...at,
      detail: `It lets calls without "${name}" through.`,
    }),
  );
  return [...unknown, ...absent];
}

/** Names that no tool of the rule has; said only where every tool lists what it takes. */
function unknownArguments(when: unknown, tools: readonly ToolEntry[]): readonly string[] {
  const taken = tools.map(({ schema }) => propertiesOf(schema));
  if (tools.length === 0 || taken.some((names) => names === undefined)) return [];
  const known = new Set(taken.flatMap((names) => names ?? []));
  return [...namedArguments(when)]
    .filter((name) => !known.has(name))
    .map((name) => {
      const nearest = nearestName(name, known);
      const question = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
      return `It looks at "${name}".${question}`;
    });
}

/** What a tool itself asks for cannot be absent. */
function absentArguments(when: unknown, tools: readonly ToolEntry[]): readonly string[] {
  const isAsked = (name: string) =>
    tools.every(({ schema }) => {
      const required = schema['required'];
      return Array.isArray(required) && required.includes(name);
    });
  return optionalArguments(when).filter((name) => tools.length > 0 && !isAsked(name));
}

function propertiesOf(schema: ToolEntry['schema']): readonly string[] | undefined {
  const { properties, additionalProperties, patternProperties, allOf, anyOf, oneOf, $ref } = schema;
  const others = [patternProperties, allOf, anyOf, oneOf, $ref];
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  if (isOpen || others.some((each) => each !== undefined)) return undefined;
  return typeof properties === 'object' && properties !== null
    ? Object.keys(properties)
    : undefined;
}

function selected(
  world: PolicyWorld,
  { tools }: ArgumentRule,
  layer: string,
): readonly ToolEntry[] {
  const { matched } = world.list(tools, layer).list;
  return world.index.all
    .filter((tool) => matched.has(tool))
    .map((tool) => world.index.entryOf(tool));
}
