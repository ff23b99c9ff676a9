import type { Host } from '@mortise/host';
import { Hono, type MiddlewareHandler } from 'hono';
import { type McpEndpoint, type McpEndpointOptions, notNow } from '../mcp/mcp-endpoint.ts';
import { messageBytes } from '../mcp/mcp-options.ts';
import { SESSION_HEADER } from '../mcp/session-key.ts';
import type { ApiParts } from './api-route.ts';
import { type Authenticator, LOCAL_CLIENT } from './authenticator.ts';
import type { CallFeed } from './call-feed.ts';
import { answerProblem, answerUnknownRoute, createApi } from './create-api.ts';
import type { GatewayLimits } from './gateway-options.ts';
import { type CallerOf, InFlightLimit, limitInFlight } from './in-flight-limit.ts';
import { admit, createPrincipalGate, principalOf } from './principal-gate.ts';
import { guardRequest, securityHeaders } from './request-guard.ts';
import type { RequestPlaces } from './request-places.ts';
import { createTokenMeter } from './token-meter.ts';

export interface GatewayAppParts {
  readonly host: Host;
  readonly endpoint: McpEndpoint;
  readonly feed: CallFeed;
  readonly authenticator: Authenticator;
  readonly limits: GatewayLimits;
  readonly places: RequestPlaces;
  readonly mcpAuthentication: 'bearer' | 'none';
  readonly settings: McpEndpointOptions;
  readonly hostnames: readonly string[];
  readonly origins: readonly string[];
  /** What the program that serves adds to the API. */
  readonly program: Pick<
    ApiParts,
    'isReady' | 'mcpServers' | 'reload' | 'reconnect' | 'keepSwitch' | 'keepException'
  >;
  readonly isClosing: ApiParts['isClosing'];
}

/** Everything the gateway answers, in the order it is decided: host, origin, token, place, route. */
export function createGatewayApp(parts: GatewayAppParts): Hono {
  const { host, endpoint, feed, limits, places, settings, isClosing } = parts;
  const { logger, newId } = settings;
  const origins = new Set(parts.origins);
  const requests = new InFlightLimit({
    total: limits.requests,
    perCaller: limits.requestsPerCaller,
  });
  const app = new Hono();
  app.onError((error, context) => answerProblem(error, context, logger));
  app.notFound(answerUnknownRoute);
  app.use(securityHeaders());
  app.use(
    guardRequest({
      allowedHosts: parts.hostnames,
      isAllowedOrigin: (origin) => origins.has(origin),
    }),
  );
  app.use('/mcp/:agent', createMcpGate(parts));
  app.use(
    '/mcp/:agent',
    limitInFlight(requests, conversationOf, () => notNow('too_busy')),
  );
  app.all('/mcp/:agent', (context) => {
    const agent = context.req.param('agent') ?? '';
    const client = { agentId: agent, principal: principalOf(context) };
    return endpoint.fetch(client, context.req.raw, places.ofMcp(agent, context));
  });
  const api = createApi({
    parts: { ...parts.program, host, newId, feed, isClosing, tokensOf: createTokenMeter() },
    authenticator: parts.authenticator,
    logger,
    maxBodyBytes: () => limits.bodyBytes ?? messageBytes(host),
    placeFor: (route) => places.placeFor(route),
  });
  app.route('/', api);
  return app;
}

function createMcpGate({ authenticator, mcpAuthentication }: GatewayAppParts): MiddlewareHandler {
  if (mcpAuthentication === 'bearer') {
    const rule = { role: 'call', agentParameters: ['agent'], isPerAgent: false } as const;
    return createPrincipalGate(authenticator, rule);
  }
  return async (context, next) => {
    admit(context, LOCAL_CLIENT);
    await next();
  };
}

const conversationOf: CallerOf = (header) =>
  header('mcp-session-id') ?? header(SESSION_HEADER) ?? 'mcp';
