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
  when: Type.Optional(Type.Unknown()),
  ruling: Type.String(),
  reason: Type.Optional(Type.String()),
  problems: Type.Array(DiagnosticShape),
});

const DefaultsShape = Type.Object({
  agent: Type.Optional(Type.String()),
  rulesDefault: Type.Optional(Type.String()),
  askDestructive: Type.Optional(Type.Boolean()),
});

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
          rules.map((rule) => ({ ...layer, ...describeRule(rule, found, host) })),
        ),
        defaults: layers.flatMap(({ policy, ...layer }) => {
          const { rulesDefault, askDestructive } = policy;
          if (rulesDefault === undefined && askDestructive === undefined) return [];
          return {
            ...layer,
            ...(rulesDefault === undefined ? {} : { rulesDefault }),
            ...(askDestructive === undefined ? {} : { askDestructive }),
          };
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

function describeRule(rule: ArgumentRule, found: readonly Diagnostic[], host: Host) {
  const { path, tools, when, ruling, reason } = rule;
  const place = host.locate(path);
  return {
    path,
    ...(place === undefined ? {} : { file: place.file, line: place.line }),
    tools: tools.map(({ text }) => text),
    ...(when === undefined ? {} : { when }),
    ruling,
    ...(reason === undefined ? {} : { reason }),
    problems: found.filter((each) => each.path === path || each.path?.startsWith(`${path}.`)),
  };
}
