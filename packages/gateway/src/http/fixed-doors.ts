import type { ApiRoute } from './api-route.ts';
import { IDENTITY_PATHS } from './identity-metadata.ts';
import { RESOURCE_METADATA } from './resource-metadata.ts';

/** An address that is not one of the operators' API. */
export interface FixedDoor extends Pick<ApiRoute, 'path' | 'role' | 'isPerAgent'> {
  readonly door: string;
  /** `all` for every method. */
  readonly method: 'get' | 'all';
}

/** What the gateway answers besides `API_ROUTES`, and who passes. */
export const FIXED_DOORS: readonly FixedDoor[] = [
  { door: 'MCP', method: 'all', path: '/mcp/{agent}', role: 'call' },
  { door: 'openapi', method: 'get', path: '/openapi.json', role: 'view', isPerAgent: true },
  { door: 'console', method: 'get', path: '/', role: 'public' },
  { door: 'console files', method: 'get', path: '/console/{name}', role: 'public' },
  ...[RESOURCE_METADATA, `${RESOURCE_METADATA}/mcp/{agent}`, ...Object.values(IDENTITY_PATHS)].map(
    (path) => ({ door: path, method: 'get', path, role: 'public' }) as const,
  ),
];
