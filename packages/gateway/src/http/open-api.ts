import type { TObject, TSchema } from '@sinclair/typebox';
import type { ApiRoute } from './api-route.ts';
import { FIXED_ROUTES, type FixedRoute } from './fixed-routes.ts';

const PROBLEM = {
  type: 'object',
  required: ['code', 'message', 'hint'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, hint: { type: 'string' } },
} as const;

const PROBLEM_RESPONSE = {
  description: 'What went wrong, and what to do next.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
} as const;

/**
 * The OpenAPI 3.1 description of a table of routes and of what stands beside it. TypeBox schemas are JSON Schema
 * as they are.
 */
export function describeApi(
  routes: readonly ApiRoute[],
  fixed: readonly FixedRoute[] = FIXED_ROUTES,
): object {
  const paths = new Map<string, Record<string, object>>();
  for (const route of routes) {
    const operations = paths.get(route.path) ?? {};
    operations[route.method] = describeRoute(route);
    paths.set(route.path, operations);
  }
  for (const route of fixed) paths.set(route.path, describeFixed(route));
  return {
    openapi: '3.1.0',
    info: { title: 'Mortise operator API', version: '1' },
    paths: Object.fromEntries(paths),
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ token: [] }],
  };
}

function describeRoute(route: ApiRoute): object {
  const { operationId, summary, tag, body, response, responseType = 'application/json' } = route;
  return {
    operationId,
    summary,
    ...(route.role === 'public' ? {} : { 'x-mortise-role': route.role }),
    tags: [tag],
    ...(route.role === 'public' ? { security: [] } : {}),
    parameters: [...pathParameters(route.path), ...queryParameters(route.query)],
    ...(body === undefined
      ? {}
      : {
          requestBody: { required: true, content: { 'application/json': { schema: plain(body) } } },
        }),
    responses: {
      '200': { description: summary, content: { [responseType]: { schema: plain(response) } } },
      default: PROBLEM_RESPONSE,
    },
  };
}

/** What stands in no table of routes has no schemas of ours: its summary names the standard. */
function describeFixed(route: FixedRoute): Record<string, object> {
  const { path, method, role, operationId, summary } = route;
  const operation = {
    ...{ summary, tags: ['beside the API'], parameters: pathParameters(path) },
    ...(role === 'public' ? { security: [] } : { 'x-mortise-role': role }),
    responses: { '200': { description: summary }, default: PROBLEM_RESPONSE },
  };
  if (method !== 'all') return { [method]: { operationId, ...operation } };
  const named = MCP_METHODS.map((each) => [
    each,
    { operationId: `${operationId}_${each}`, ...operation },
  ]);
  return Object.fromEntries(named);
}

/** Those of Streamable HTTP. */
const MCP_METHODS = ['get', 'post', 'delete'] as const;

function pathParameters(path: string): readonly object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: TObject | undefined): readonly object[] {
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    // What has a default is filled in, which TypeBox does not count as optional.
    required: query?.required?.includes(name) === true && schema.default === undefined,
    schema: plain(schema),
  }));
}

/** TypeBox marks its schemas with symbols; only JSON goes out. */
function plain(schema: TSchema): unknown {
  return JSON.parse(JSON.stringify(schema));
}
