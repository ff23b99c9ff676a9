import { entryKind, type Principal, speaksFor, type ToolEntry } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import { Type } from '@sinclair/typebox';
import type { ApiParts, ApiRoute } from '../api-route.ts';
import { HttpProblem } from '../http-problem.ts';
import { PageQuery, PageShape, pageOf } from '../paging.ts';
import { KindShape, OriginShape } from './shapes.ts';

const RegisteredToolShape = Type.Object({
  name: Type.String(),
  kind: KindShape,
  description: Type.String(),
  origin: OriginShape,
  isOptional: Type.Boolean(),
  definitionTokens: Type.Integer(),
  schema: Type.Object({}, { additionalProperties: true }),
});

export const TOOL_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/tools',
    operationId: 'listTools',
    role: 'view',
    summary: 'Every registered tool, of whatever agent.',
    tag: 'tools',
    query: Type.Object(PageQuery),
    response: Type.Object({ tools: Type.Array(RegisteredToolShape), ...PageShape }),
    handle: ({ query }, { host, tokensOf }) => {
      const { entries, ...page } = pageOf(host.tools(), query, ({ name }) => name);
      const tools = entries.map((entry) => describe(entry, tokensOf));
      return { tools, ...page };
    },
  },
  {
    method: 'get',
    path: '/api/tools/{tool}',
    operationId: 'getTool',
    role: 'view',
    isPerAgent: true,
    summary:
      'One registered tool with its schemas, for those who speak for an agent that is permitted it.',
    tag: 'tools',
    response: Type.Composite([
      RegisteredToolShape,
      Type.Object({
        annotations: Type.Optional(Type.Object({}, { additionalProperties: true })),
        outputSchema: Type.Optional(Type.Object({}, { additionalProperties: true })),
      }),
    ]),
    handle: async ({ params, principal }, { host, tokensOf }) => {
      const entry = host.tool(params['tool'] ?? '');
      if (entry === undefined || !(await isSeenBy(principal, entry.name, host))) {
        throw new HttpProblem(404, 'unknown_tool');
      }
      const { annotations, outputSchema } = entry;
      return {
        ...describe(entry, tokensOf),
        ...(annotations === undefined ? {} : { annotations }),
        ...(outputSchema === undefined ? {} : { outputSchema }),
      };
    },
  },
];

function describe(entry: ToolEntry, tokensOf: ApiParts['tokensOf']) {
  const { name, description, origin, isOptional, schema } = entry;
  return {
    ...{ name, kind: entryKind(name), description, origin, isOptional },
    ...{ definitionTokens: tokensOf(entry), schema },
  };
}

/** A tool that none of its agents is permitted does not exist for a principal. */
async function isSeenBy(principal: Principal, tool: string, host: Host): Promise<boolean> {
  if (principal.agents === 'all') return true;
  for (const id of host.agentIds.filter((each) => speaksFor(principal, each))) {
    const { permitted } = await host.agent(id).withoutSession().surface();
    if (permitted.has(tool)) return true;
  }
  return false;
}
