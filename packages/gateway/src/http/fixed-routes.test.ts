import { SILENT_LOGGER } from '@mortise/core';
import { createHost } from '@mortise/host';
import type { MiddlewareHandler } from 'hono';
import { expect, it } from 'vitest';
import type { GatewayAppParts } from './create-gateway-app.ts';
import { createGatewayApp } from './create-gateway-app.ts';
import { FIXED_ROUTES } from './fixed-routes.ts';
import { GATEWAY_LIMITS } from './gateway-options.ts';
import { API_ROUTES } from './routes/api-routes.ts';

const pass: MiddlewareHandler = (_context, next) => next();

it('has every address that it answers in the tables that tests of tokens go through (T-1)', async () => {
  await using host = await createHost({ config: {} });
  const gate = { for: () => pass };
  // Only the addresses are looked at; nothing is asked.
  const app = createGatewayApp({
    ...{ host, gate, limits: GATEWAY_LIMITS, places: { placeFor: () => pass } },
    ...{ feed: {}, url: 'http://x', guard: {}, program: { consoleSessions: {} } },
    ...{ settings: { logger: SILENT_LOGGER, newId: () => '' } },
    isClosing: () => false,
  } as unknown as GatewayAppParts);
  const found = app.routes
    .filter(({ path }) => !path.endsWith('/*'))
    .map(({ method, path }) => `${method} ${path}`)
    // It has a listener of its own.
    .concat('ALL /mcp/:agent');
  const declared = [...API_ROUTES, ...FIXED_ROUTES].map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  );
  expect([...new Set(found)].sort()).toEqual([...new Set(declared)].sort());
});
