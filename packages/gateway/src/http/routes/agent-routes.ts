import { didYouMean, entryKind, speaksFor } from '@mortise/contracts';
import {
  type AskedArguments,
  describeState,
  type PolicyChange,
  readRule,
  type SurfaceDifference,
} from '@mortise/core';
import { describeUnreadExtensions, type Host, type SessionHandle, WorkSlices } from '@mortise/host';
import { type Static, Type } from '@sinclair/typebox';
import {
  countBy,
  explainStated,
  filterTools,
  placeDecision,
  type StatedTool,
  sourceOf,
  withPlaces,
} from '../agent-tools.ts';
import type { ApiParts, ApiRequest, ApiRoute } from '../api-route.ts';
import { HttpProblem } from '../http-problem.ts';
import { PageQuery, PageShape, pageOf } from '../paging.ts';
import {
  ArgumentsQuery,
  DecisionShape,
  DiagnosticShape,
  DifferenceShape,
  ExplanationShape,
  KindShape,
  OriginShape,
  SessionKey,
  SessionUser,
  StatedQuery,
  StepShape,
} from './shapes.ts';

const AgentShape = Type.Object({
  id: Type.String(),
  activeTools: Type.Integer(),
  permittedTools: Type.Integer(),
  definitionTokens: Type.Integer(),
});

const SettingShape = Type.Object({
  name: Type.String(),
  value: Type.String(),
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
});

const Counts = Type.Record(Type.String(), Type.Integer());
const Word = Type.Optional(Type.String({ minLength: 1, maxLength: 256 }));

const ToolShape = Type.Object({
  name: Type.String(),
  kind: KindShape,
  origin: OriginShape,
  state: Type.String(),
  isPermitted: Type.Boolean(),
  definitionTokens: Type.Optional(Type.Integer()),
  isOptional: Type.Optional(Type.Boolean()),
  decision: Type.Optional(DecisionShape),
  steps: Type.Optional(Type.Array(StepShape)),
  remedies: Type.Array(Type.String()),
});

const Layer = Type.Union([Type.Literal('tools'), Type.Literal('agent')]);

const SimulateBody = Type.Object(
  {
    session: Type.Optional(SessionKey),
    ...StatedQuery,
    /** For rules on arguments to be asked about. */
    args: Type.Optional(Type.Unknown()),
    argv: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 512 })),
    change: Type.Union([
      Type.Object(
        {
          kind: Type.Literal('select'),
          layer: Layer,
          list: Type.Union([
            Type.Literal('allow'),
            Type.Literal('alsoAllow'),
            Type.Literal('deny'),
          ]),
          text: Type.String({ maxLength: 256 }),
        },
        { additionalProperties: false },
      ),
      Type.Object(
        { kind: Type.Literal('rule'), layer: Layer, rule: Type.Unknown() },
        { additionalProperties: false },
      ),
    ]),
  },
  { additionalProperties: false },
);

export const AGENT_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/agents',
    operationId: 'listAgents',
    role: 'view',
    isPerAgent: true,
    summary: 'The agents, how many tools each has and what their definitions cost.',
    tag: 'agents',
    query: Type.Object({ ...PageQuery, search: Word }),
    response: Type.Object({ agents: Type.Array(AgentShape), ...PageShape }),
    handle: (request, parts) => listAgents(request, parts),
  },
  {
    method: 'get',
    path: '/api/agents/{agent}',
    operationId: 'getAgent',
    role: 'view',
    summary: 'One agent, with what an operator should know about its surface.',
    tag: 'agents',
    response: Type.Composite([
      AgentShape,
      Type.Object({
        settings: Type.Array(SettingShape, {
          description:
            'What the configuration says of the agent beside its rules, with file and line.',
        }),
        diagnostics: Type.Array(DiagnosticShape),
      }),
    ]),
    handle: async ({ params }, parts) => {
      const id = params['agent'] ?? '';
      const diagnostics = await parts.host.agent(id).withoutSession().diagnostics();
      const settings = describeSettings(id, parts.host);
      return { ...(await describeAgent(id, parts)), settings, diagnostics };
    },
  },
  {
    method: 'get',
    path: '/api/agents/{agent}/tools',
    operationId: 'listAgentTools',
    role: 'view',
    summary: 'Every registered tool and its state for this agent, in a session if one is named.',
    tag: 'agents',
    query: Type.Object({
      ...PageQuery,
      session: Type.Optional(SessionKey),
      user: SessionUser,
      ...StatedQuery,
      search: Word,
      state: Type.Optional(Type.String({ maxLength: 64 })),
      source: Word,
      order: Type.Union([Type.Literal('registry'), Type.Literal('source')], {
        default: 'registry',
        description: 'By source: those of one source follow each other.',
      }),
      trace: Type.Boolean({ default: false }),
    }),
    response: Type.Object({
      tools: Type.Array(ToolShape),
      ...PageShape,
      states: Type.Composite([Counts], { description: 'How many of all tools are in each state.' }),
      sources: Type.Composite([Counts], { description: 'How many come from where.' }),
      groups: Type.Array(Type.Object({ source: Type.String(), count: Type.Integer() }), {
        description: 'Of those that were asked for, how many come from where, in their order.',
      }),
    }),
    handle: (request, parts) => listTools(request, parts),
  },
  {
    method: 'get',
    path: '/api/agents/{agent}/tools/{tool}',
    operationId: 'explainTool',
    role: 'view',
    summary: 'Why this agent has a tool or has it not: every step, and what would change it.',
    tag: 'agents',
    query: Type.Object({
      session: Type.Optional(SessionKey),
      user: SessionUser,
      ...StatedQuery,
      ...ArgumentsQuery,
    }),
    response: Type.Object({ explanations: Type.Array(ExplanationShape) }),
    handle: async (request, { host }) => ({ explanations: await explainTool(request, host) }),
  },
  {
    method: 'get',
    path: '/api/agents/{agent}/diff/{other}',
    operationId: 'diffAgents',
    role: 'view',
    summary: 'Every tool that stands elsewhere for the other agent.',
    tag: 'agents',
    query: Type.Object({
      session: Type.Optional(SessionKey),
      ...StatedQuery,
      ...ArgumentsQuery,
    }),
    response: Type.Object({ differences: Type.Array(DifferenceShape) }),
    handle: async (request, { host }) => {
      const { params } = request;
      const other = { ...request, params: { ...params, agent: params['other'] ?? '' } };
      const [before, after] = [openSession(request, host), openSession(other, host)];
      const found = await host.diff(before, after, readArguments(request));
      return { differences: found.map(describeDifference) };
    },
  },
  {
    method: 'post',
    path: '/api/agents/{agent}/simulate',
    operationId: 'simulateRule',
    role: 'view',
    summary: 'What one more rule would change for this agent. Changes nothing.',
    tag: 'agents',
    body: SimulateBody,
    response: Type.Object({ differences: Type.Array(DifferenceShape) }),
    handle: async (request, { host }) => {
      const { change, args, argv, ...query } = request.body as Static<typeof SimulateBody>;
      const session = openSession({ ...request, query }, host);
      const asked = argv === undefined ? (args === undefined ? undefined : { args }) : { argv };
      const { differences } = await host.simulate(session, readChange(change), asked);
      return { differences: differences.map(describeDifference) };
    },
  },
];

/** The session a request names, or one of which nothing is kept. Throws `unknown_agent`. */
export function openSession({ params, query, principal }: ApiRequest, host: Host): SessionHandle {
  const agent = host.agent(params['agent'] ?? '');
  const key = params['session'] ?? query['session'];
  const { user } = query;
  const options = {
    ...{ principal, ...statedIn(query) },
    ...(typeof user === 'string' ? { userId: user } : {}),
  };
  return typeof key === 'string' ? agent.session(key, options) : agent.withoutSession(options);
}

/** What a request states of itself; what its token or agent says counts first. */
export function statedIn(query: ApiRequest['query']) {
  const { provider, model, sandboxed } = query;
  return {
    ...(typeof provider === 'string' ? { provider } : {}),
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof sandboxed === 'boolean' ? { sandboxed } : {}),
  };
}

/** Throws `request_invalid` for what is no JSON. */
function readArguments({ query }: ApiRequest): AskedArguments | undefined {
  const { args, argv } = query;
  if (typeof argv === 'string') return { argv: readArgv(parseJson(argv, 'argv')) };
  return typeof args === 'string' ? { args: parseJson(args, 'args') } : undefined;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpProblem(400, 'request_invalid', { detail: `${name}: it is not JSON.` });
  }
}

function readArgv(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string'))
    return value;
  const detail = 'argv: it is a list of a program and its arguments.';
  throw new HttpProblem(400, 'request_invalid', { detail });
}

/** Throws `rule_invalid` for a rule that cannot be used. */
function readChange(change: Static<typeof SimulateBody>['change']): PolicyChange {
  if (change.kind === 'select') return change;
  const read = readRule(change.rule);
  if (read.status === 'ok') return { ...change, rule: read.rule };
  throw new HttpProblem(400, 'rule_invalid', { detail: read.message });
}

const describeDifference = ({ tool, before, after, rules }: SurfaceDifference) => ({
  ...{ tool, before, after },
  ...(rules === undefined ? {} : { rules }),
});

/** As the resolver does, with file and line. Throws `unknown_tool` with the name that may be meant. */
async function explainTool(request: ApiRequest, host: Host): Promise<readonly object[]> {
  const tool = request.params['tool'] ?? '';
  const explanations = await openSession(request, host).explain(tool, readArguments(request));
  if (explanations.length === 0) {
    const names = host.tools().map(({ name }) => name);
    const off = describeUnreadExtensions(host.extensions.disabled());
    const detail = `"${tool.slice(0, 100)}"${didYouMean(tool, names)}${off}`;
    throw new HttpProblem(404, 'unknown_tool', { detail });
  }
  return explanations.map((each) => {
    const decision = placeDecision(each, host);
    const said = {
      summary: describeState(each.state, each.tool),
      ...(decision === undefined ? {} : { decision }),
    };
    return { ...withPlaces(each, host), ...said };
  });
}

async function listAgents({ query, principal }: ApiRequest, parts: ApiParts) {
  const search = String(query['search'] ?? '').toLowerCase();
  const ids = parts.host.agentIds.filter(
    (id) => speaksFor(principal, id) && id.toLowerCase().includes(search),
  );
  const { entries, ...page } = pageOf(ids, query, (id) => id);
  const slices = new WorkSlices();
  const agents: AgentNote[] = [];
  for (const id of entries) {
    agents.push(await describeAgent(id, parts));
    await slices.next();
  }
  return { agents, ...page };
}

/** Profile, loadout, toolkits and scope of an agent, each where it is written; what is not written is left out. */
function describeSettings(id: string, host: Host): readonly Static<typeof SettingShape>[] {
  const agent = host.config.agents.find((each) => each.id === id);
  if (agent === undefined) return [];
  const { policy, loadout, allowedToolkits = [], initialToolkits = [] } = agent;
  const rows: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ['profile', policy.profile?.name, policy.profile?.path],
    ['loadout', loadout?.name, loadout?.path],
    ['may load', listNames(allowedToolkits), allowedToolkits[0]?.path],
    ['begins with', listNames(initialToolkits), initialToolkits[0]?.path],
    ['worker scope', agent.workerScope, agent.workerScope && agent.path],
  ];
  return rows.flatMap(([name, value, path]) => {
    if (value === undefined) return [];
    const place = path === undefined ? undefined : host.locate(path);
    return [{ name, value, ...(place && { file: place.file, line: place.line }) }];
  });
}

function listNames(named: readonly { readonly name: string }[]): string | undefined {
  return named.length === 0 ? undefined : named.map(({ name }) => name).join(', ');
}

type AgentNote = Static<typeof AgentShape>;

async function describeAgent(id: string, { host, tokensOf }: ApiParts): Promise<AgentNote> {
  const { active, permitted } = await host.agent(id).withoutSession().surface();
  const definitionTokens = active.reduce((sum, entry) => sum + tokensOf(entry), 0);
  return { id, activeTools: active.length, permittedTools: permitted.size, definitionTokens };
}

async function listTools(request: ApiRequest, parts: ApiParts) {
  const { search, state, source } = request.query as Record<string, string | undefined>;
  const session = openSession(request, parts.host);
  const all = await parts.agentTools.of(await session.surface());
  const filtered = filterTools(all, { search, state, source });
  const bySource = Map.groupBy(filtered, ({ origin }) => sourceOf(origin));
  const wanted = request.query['order'] === 'source' ? [...bySource.values()].flat() : filtered;
  const { entries, ...page } = pageOf(wanted, request.query, ({ name }) => name);
  const slices = new WorkSlices();
  const tools: object[] = [];
  for (const tool of entries) {
    tools.push(...(await describeTool(tool, { session, request, parts })));
    await slices.next();
  }
  const states = countBy(all, (tool) => tool.state);
  const groups = [...bySource].map(([name, { length: count }]) => ({ source: name, count }));
  const sources = countBy(all, ({ origin }) => sourceOf(origin));
  return { tools, ...page, states, sources, groups };
}

interface ListedParts {
  readonly session: SessionHandle;
  readonly request: ApiRequest;
  readonly parts: ApiParts;
}

/** None if it is gone by now. */
async function describeTool(
  stated: StatedTool,
  { session, request, parts }: ListedParts,
): Promise<readonly object[]> {
  const { host, tokensOf } = parts;
  const explanation = await explainStated(session, stated);
  if (explanation === undefined) return [];
  const { tool, steps: _, ...rest } = explanation;
  const entry = host.tool(tool);
  const kind = entryKind(tool);
  // Prompts and resources are in front of no model.
  const isPaid = entry !== undefined && kind === 'tool';
  const cost = {
    ...(isPaid ? { definitionTokens: tokensOf(entry) } : {}),
    ...(entry === undefined ? {} : { isOptional: entry.isOptional }),
  };
  const decision = placeDecision(explanation, host);
  const isTraced = request.query['trace'] === true;
  return [
    {
      ...{ name: tool, kind, ...rest, ...cost },
      ...(decision === undefined ? {} : { decision }),
      ...(isTraced ? { steps: withPlaces(explanation, host).steps } : {}),
    },
  ];
}
