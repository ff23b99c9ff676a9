import { didYouMean, speaksFor, type ToolExplanation } from '@mortise/contracts';
import {
  type AskedArguments,
  type PolicyChange,
  placeExplanation,
  readRule,
  type SurfaceDifference,
} from '@mortise/core';
import { describeUnreadExtensions, type Host, type SessionHandle } from '@mortise/host';
import { type Static, Type } from '@sinclair/typebox';
import type { ApiParts, ApiRequest, ApiRoute } from '../api-route.ts';
import { HttpProblem } from '../http-problem.ts';
import {
  ArgumentsQuery,
  DiagnosticShape,
  DifferenceShape,
  ExplanationShape,
  OriginShape,
  Page,
  SessionKey,
  StatedQuery,
  StepShape,
} from './shapes.ts';

const AgentShape = Type.Object({
  id: Type.String(),
  activeTools: Type.Integer(),
  definitionTokens: Type.Integer(),
});

const ToolShape = Type.Object({
  name: Type.String(),
  origin: OriginShape,
  state: Type.String(),
  isPermitted: Type.Boolean(),
  definitionTokens: Type.Optional(Type.Integer()),
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
    query: Type.Object(Page),
    response: Type.Object({ agents: Type.Array(AgentShape), total: Type.Integer() }),
    handle: async ({ query, principal }, parts) => {
      const ids = parts.host.agentIds.filter((id) => speaksFor(principal, id));
      const start = Number(query['offset']);
      const page = ids.slice(start, start + Number(query['limit']));
      const agents = await Promise.all(page.map((id) => describeAgent(id, parts)));
      return { agents, total: ids.length };
    },
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
      Type.Object({ diagnostics: Type.Array(DiagnosticShape) }),
    ]),
    handle: async ({ params }, parts) => {
      const id = params['agent'] ?? '';
      const diagnostics = await parts.host.agent(id).withoutSession().diagnostics();
      return { ...(await describeAgent(id, parts)), diagnostics };
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
      ...Page,
      session: Type.Optional(SessionKey),
      ...StatedQuery,
      state: Type.Optional(Type.String({ maxLength: 64 })),
      trace: Type.Boolean({ default: false }),
    }),
    response: Type.Object({ tools: Type.Array(ToolShape), total: Type.Integer() }),
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
      const { change, args, ...query } = request.body as Static<typeof SimulateBody>;
      const session = openSession({ ...request, query }, host);
      const asked = args === undefined ? undefined : { args };
      const { differences } = await host.simulate(session, readChange(change), asked);
      return { differences: differences.map(describeDifference) };
    },
  },
];

/** The session a request names, or one of which nothing is kept. Throws `unknown_agent`. */
export function openSession({ params, query, principal }: ApiRequest, host: Host): SessionHandle {
  const agent = host.agent(params['agent'] ?? '');
  const key = params['session'] ?? query['session'];
  const options = { principal, ...statedIn(query) };
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
  const { args } = query;
  if (typeof args !== 'string') return undefined;
  try {
    return { args: JSON.parse(args) };
  } catch {
    throw new HttpProblem(400, 'request_invalid', { detail: 'args: it is not JSON.' });
  }
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
async function explainTool(request: ApiRequest, host: Host): Promise<readonly ToolExplanation[]> {
  const tool = request.params['tool'] ?? '';
  const explanations = await openSession(request, host).explain(tool, readArguments(request));
  if (explanations.length === 0) {
    const names = host.tools().map(({ name }) => name);
    const off = describeUnreadExtensions(host.extensions.disabled());
    const detail = `"${tool.slice(0, 100)}"${didYouMean(tool, names)}${off}`;
    throw new HttpProblem(404, 'unknown_tool', { detail });
  }
  return explanations.map((each) => placeExplanation(each, (path) => host.locate(path)));
}

async function describeAgent(id: string, { host, tokensOf }: ApiParts) {
  const { active } = await host.agent(id).withoutSession().surface();
  const definitionTokens = active.reduce((sum, entry) => sum + tokensOf(entry), 0);
  return { id, activeTools: active.length, definitionTokens };
}

async function listTools(request: ApiRequest, { host, tokensOf }: ApiParts) {
  const { limit, offset, state, trace } = request.query;
  const entries = new Map(host.tools().map((entry) => [entry.name, entry]));
  const explained = await openSession(request, host).explain();
  const all = explained.filter((each) => state === undefined || each.state === state);
  const start = Number(offset);
  const page = all.slice(start, start + Number(limit));
  const tools = page.map((each) => {
    const { tool, steps, ...rest } =
      trace === true ? placeExplanation(each, (path) => host.locate(path)) : each;
    const entry = entries.get(tool);
    const cost = entry === undefined ? {} : { definitionTokens: tokensOf(entry) };
    return { name: tool, ...rest, ...cost, ...(trace === true ? { steps } : {}) };
  });
  return { tools, total: all.length };
}
