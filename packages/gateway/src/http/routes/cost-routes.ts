import { speaksFor, type ToolEntry } from '@mortise/contracts';
import { WorkSlices } from '@mortise/host';
import { type Static, Type } from '@sinclair/typebox';
import type { ApiParts, ApiRequest, ApiRoute } from '../api-route.ts';
import { PageQuery, PageShape, pageOf } from '../paging.ts';
import type { RecordedUsage } from '../tool-usage.ts';

const RecordedShape = Type.Object({
  since: Type.Number(),
  isComplete: Type.Boolean({ description: 'False if the log has more than was read, or none.' }),
  calls: Type.Integer(),
});

const CostShape = Type.Object({
  id: Type.String(),
  activeTools: Type.Integer(),
  activeTokens: Type.Integer(),
  unusedTools: Type.Integer({ description: 'Active ones that no recorded call names.' }),
  unusedTokens: Type.Integer(),
  toolkitTokens: Type.Integer({
    description: 'What would stand there if all of it were loaded by need: the tools that load.',
  }),
});

/** What stands in front of models, in tokens, and what of it is used. */
export const COST_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/costs',
    operationId: 'listCosts',
    role: 'view',
    isPerAgent: true,
    summary: 'What the tools of each agent cost in front of its model, and which were never used.',
    tag: 'agents',
    query: Type.Object(PageQuery),
    response: Type.Object({
      agents: Type.Array(CostShape),
      ...PageShape,
      recorded: RecordedShape,
    }),
    handle: (request, parts) => listCosts(request, parts),
  },
  {
    method: 'get',
    path: '/api/agents/{agent}/costs',
    operationId: 'getAgentCosts',
    role: 'view',
    summary: 'Each tool in front of one agent: its tokens and its recorded calls, dearest first.',
    tag: 'agents',
    response: Type.Object({
      tools: Type.Array(
        Type.Object({
          name: Type.String(),
          tokens: Type.Integer(),
          calls: Type.Integer(),
          lastAt: Type.Optional(Type.Number()),
        }),
      ),
      recorded: RecordedShape,
    }),
    handle: async ({ params }, { host, tokensOf, usage }) => {
      const id = params['agent'] ?? '';
      const { active } = await host.agent(id).withoutSession().surface();
      const recorded = await usage.recorded();
      const tools = active.map((entry) => {
        const { count = 0, lastAt } = recorded.of(id, entry.name) ?? {};
        const used = { calls: count, ...(lastAt === undefined ? {} : { lastAt }) };
        return { name: entry.name, tokens: tokensOf(entry), ...used };
      });
      return {
        tools: tools.toSorted((one, other) => other.tokens - one.tokens),
        recorded: describeRecorded(recorded),
      };
    },
  },
];

async function listCosts({ query, principal }: ApiRequest, parts: ApiParts) {
  const { host, tokensOf, usage } = parts;
  const ids = host.agentIds.filter((id) => speaksFor(principal, id));
  const { entries, ...page } = pageOf(ids, query, (id) => id);
  const recorded = await usage.recorded();
  const toolkitTokens = sum(
    LOADING_TOOLS.flatMap((name) => host.tool(name) ?? []),
    tokensOf,
  );
  const slices = new WorkSlices();
  const agents: Static<typeof CostShape>[] = [];
  for (const id of entries) {
    const { active } = await host.agent(id).withoutSession().surface();
    const unused = active.filter(({ name }) => recorded.of(id, name) === undefined);
    agents.push({
      ...{ id, activeTools: active.length, activeTokens: sum(active, tokensOf) },
      ...{ unusedTools: unused.length, unusedTokens: sum(unused, tokensOf), toolkitTokens },
    });
    await slices.next();
  }
  return { agents, ...page, recorded: describeRecorded(recorded) };
}

/** What an agent that loads by need has from the start. */
const LOADING_TOOLS = ['list_toolkits', 'load_tools', 'unload_tools'] as const;

function sum(entries: readonly ToolEntry[], tokensOf: ApiParts['tokensOf']): number {
  return entries.reduce((total, entry) => total + tokensOf(entry), 0);
}

function describeRecorded({ since, isComplete, calls }: RecordedUsage) {
  return { since, isComplete, calls };
}
