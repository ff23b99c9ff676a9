import { didYouMean, type ToolExplanation } from '@mortise/contracts';
import { placeExplanation } from '@mortise/core';
import type { Host, SessionHandle } from '@mortise/host';
import { Type } from '@sinclair/typebox';
import type { ApiParts, ApiRequest, ApiRoute } from '../api-route.ts';
import { HttpProblem } from '../http-problem.ts';
import {
  DiagnosticShape,
  ExplanationShape,
  OriginShape,
  Page,
  SessionKey,
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

export const AGENT_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/agents',
    operationId: 'listAgents',
    summary: 'The agents, how many tools each has and what their definitions cost.',
    tag: 'agents',
    query: Type.Object(Page),
    response: Type.Object({ agents: Type.Array(AgentShape), total: Type.Integer() }),
    handle: async ({ query }, parts) => {
      const ids = parts.host.agentIds;
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
    summary: 'Every registered tool and its state for this agent, in a session if one is named.',
    tag: 'agents',
    query: Type.Object({
      ...Page,
      session: Type.Optional(SessionKey),
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
    summary: 'Why this agent has a tool or has it not: every step, and what would change it.',
    tag: 'agents',
    query: Type.Object({ session: Type.Optional(SessionKey) }),
    response: Type.Object({ explanations: Type.Array(ExplanationShape) }),
    handle: async (request, { host }) => ({ explanations: await explainTool(request, host) }),
  },
];

/** The session a request names, or one of which nothing is kept. Throws `unknown_agent`. */
export function openSession({ params, query }: ApiRequest, host: Host): SessionHandle {
  const agent = host.agent(params['agent'] ?? '');
  const key = params['session'] ?? query['session'];
  return typeof key === 'string' ? agent.session(key) : agent.withoutSession();
}

/** As the resolver does, with file and line. Throws `unknown_tool` with the name that may be meant. */
async function explainTool(request: ApiRequest, host: Host): Promise<readonly ToolExplanation[]> {
  const tool = request.params['tool'] ?? '';
  const explanations = await openSession(request, host).explain(tool);
  if (explanations.length === 0) {
    const names = host.tools().map(({ name }) => name);
    const detail = `"${tool.slice(0, 100)}"${didYouMean(tool, names)}`;
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
