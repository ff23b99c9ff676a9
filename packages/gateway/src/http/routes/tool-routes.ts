import { Type } from '@sinclair/typebox';
import type { ApiRoute } from '../api-route.ts';
import { OriginShape, Page } from './shapes.ts';

const RegisteredToolShape = Type.Object({
  name: Type.String(),
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
    query: Type.Object(Page),
    response: Type.Object({ tools: Type.Array(RegisteredToolShape), total: Type.Integer() }),
    handle: ({ query }, { host, tokensOf }) => {
      const entries = host.tools();
      const start = Number(query['offset']);
      const tools = entries.slice(start, start + Number(query['limit'])).map((entry) => {
        const { name, description, origin, isOptional, schema } = entry;
        return {
          name,
          description,
          origin,
          isOptional,
          definitionTokens: tokensOf(entry),
          schema,
        };
      });
      return { tools, total: entries.length };
    },
  },
];
