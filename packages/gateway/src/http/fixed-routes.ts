import type { ApiRoute } from './api-route.ts';
import { IDENTITY_PATHS, RESOURCE_METADATA } from './well-known-paths.ts';

/** An address that is not one of the operators' API. */
export interface FixedRoute
  extends Pick<ApiRoute, 'path' | 'role' | 'isPerAgent' | 'operationId' | 'summary'> {
  readonly name: string;
  /** `all` for every method. */
  readonly method: 'get' | 'all';
}

const OF_ISSUER = 'Which issuer to ask for a token (RFC 9728); 404 while none is configured.';
const OF_IDENTITY = 'Who issues tokens of agents (RFC 8414); 404 while they have no identity.';
const OF_KEYS =
  'The keys of what agents sign (a JWK set, RFC 7517); 404 while they have no identity.';

/** What the gateway answers besides `API_ROUTES`, and who passes. */
export const FIXED_ROUTES: readonly FixedRoute[] = [
  {
    ...{ name: 'MCP', method: 'all', path: '/mcp/{agent}', role: 'call' },
    operationId: 'speakMcp',
    summary: 'The MCP endpoint of an agent (Streamable HTTP).',
  },
  {
    ...{ name: 'openapi', method: 'get', path: '/openapi.json', role: 'view', isPerAgent: true },
    operationId: 'describeApi',
    summary: 'This description.',
  },
  {
    ...{ name: 'console', method: 'get', path: '/', role: 'public' },
    operationId: 'openConsole',
    summary: "The page of the operator's console.",
  },
  {
    ...{ name: 'console files', method: 'get', path: '/console/{name}', role: 'public' },
    operationId: 'getConsoleFile',
    summary: 'A file of that page.',
  },
  ...(
    [
      [RESOURCE_METADATA, 'describeResource', OF_ISSUER],
      [`${RESOURCE_METADATA}/mcp/{agent}`, 'describeAgentResource', OF_ISSUER],
      [IDENTITY_PATHS.keys, 'listIdentityKeys', OF_KEYS],
      [IDENTITY_PATHS.issuer, 'describeIssuer', OF_IDENTITY],
      [IDENTITY_PATHS.openId, 'describeOpenIdIssuer', OF_IDENTITY],
    ] as const
  ).map(
    ([path, operationId, summary]) =>
      ({ name: path, method: 'get', path, role: 'public', operationId, summary }) as const,
  ),
];
