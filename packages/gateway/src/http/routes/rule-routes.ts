import { type ArgumentRule, type Diagnostic, speaksFor, type ToolPolicy } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import { Type } from '@sinclair/typebox';
import type { ApiRequest, ApiRoute } from '../api-route.ts';
import { DiagnosticShape } from './shapes.ts';

const RuleShape = Type.Object({
  path: Type.String(),
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
  /** Absent: the rule holds for all. */
  agent: Type.Optional(Type.String()),
  tools: Type.Array(Type.String()),
  programs: Type.Optional(Type.Array(Type.String())),
  approver: Type.Optional(Type.String()),
  except: Type.Optional(Type.Array(Type.Unknown())),
  when: Type.Optional(Type.Unknown()),
  ruling: Type.String(),
  reason: Type.Optional(Type.String()),
  problems: Type.Array(DiagnosticShape),
});

const DefaultsShape = Type.Object({
  agent: Type.Optional(Type.String()),
  rulesDefault: Type.Optional(Type.String()),
  askDestructive: Type.Optional(Type.Boolean()),
  programsDefault: Type.Optional(Type.String()),
  gates: Type.Optional(Type.Record(Type.String(), Type.String())),
  floors: Type.Optional(Type.Record(Type.String(), Type.String())),
  chain: Type.Optional(Type.String()),
  trustHints: Type.Optional(Type.Array(Type.String())),
});

/** What holds beside the rules, each where the policy says anything of it. */
const DEFAULT_NAMES = [
  ...(['rulesDefault', 'askDestructive', 'programsDefault', 'gates', 'floors', 'chain'] as const),
  'trustHints' as const,
];

/** Selectors as they are written. */
function describeDefault(value: ToolPolicy[(typeof DEFAULT_NAMES)[number]]): unknown {
  return Array.isArray(value) ? value.map(({ text }: { readonly text: string }) => text) : value;
}

export const RULE_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/rules',
    operationId: 'listRules',
    role: 'view',
    isPerAgent: true,
    summary: 'The rules on arguments, each with its place and what is odd about it.',
    tag: 'agents',
    response: Type.Object({ rules: Type.Array(RuleShape), defaults: Type.Array(DefaultsShape) }),
    handle: async (request, { host }) => {
      const layers = layersFor(request, host);
      const found = host.diagnostics();
      return {
        rules: layers.flatMap(({ policy: { rules = [] }, ...layer }) =>
          rules.map((rule) => ({
            ...layer,
            ...describeRule(rule, found, host),
            ...exceptionsFor(request, rule),
          })),
        ),
        defaults: layers.flatMap(({ policy, ...layer }) => {
          const written = DEFAULT_NAMES.filter((name) => policy[name] !== undefined);
          if (written.length === 0) return [];
          const said = written.map((name) => [name, describeDefault(policy[name])]);
          return { ...layer, ...Object.fromEntries(said) };
        }),
      };
    },
  },
];

interface Layer {
  readonly agent?: string;
  readonly policy: ToolPolicy;
}

function layersFor({ principal }: ApiRequest, { config }: Host): readonly Layer[] {
  const agents = config.agents.filter(({ id }) => speaksFor(principal, id));
  return [{ policy: config.policy }, ...agents.map(({ id: agent, policy }) => ({ agent, policy }))];
}

/** Those of agents that the principal speaks for: they hold arguments of their calls. */
function exceptionsFor({ principal }: ApiRequest, { except }: ArgumentRule) {
  if (except === undefined) return {};
  return { except: except.filter(({ agent }) => speaksFor(principal, agent)) };
}

function describeRule(rule: ArgumentRule, found: readonly Diagnostic[], host: Host) {
  const { path, tools, programs, when, ruling, approver, reason } = rule;
  const place = host.locate(path);
  return {
    path,
    ...(place === undefined ? {} : { file: place.file, line: place.line }),
    tools: tools.map(({ text }) => text),
    ...(programs === undefined ? {} : { programs }),
    ...(when === undefined ? {} : { when }),
    ruling,
    ...(approver === undefined ? {} : { approver }),
    ...(reason === undefined ? {} : { reason }),
    problems: found.filter((each) => each.path === path || each.path?.startsWith(`${path}.`)),
  };
}
