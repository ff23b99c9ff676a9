import type { Host } from '@mortise/host';
import { Hono, type MiddlewareHandler } from 'hono';
import type { McpEndpoint, McpEndpointOptions } from '../mcp/mcp-endpoint.ts';
import { messageBytes } from '../mcp/mcp-options.ts';
import { SESSION_HEADER } from '../mcp/session-key.ts';
import type { ApiParts } from './api-route.ts';
import { createTokenCheck, type TokenCheck } from './api-token.ts';
import type { CallFeed } from './call-feed.ts';
import { answerProblem, answerUnknownRoute, createApi } from './create-api.ts';
import type { GatewayLimits } from './gateway-options.ts';
import { HttpProblem } from './http-problem.ts';
import { type CallerOf, InFlightLimit, limitInFlight } from './in-flight-limit.ts';
import { guardRequest, securityHeaders } from './request-guard.ts';
import { createTokenMeter } from './token-meter.ts';

export interface GatewayAppParts {
  readonly host: Host;
  readonly endpoint: McpEndpoint;
  readonly feed: CallFeed;
  readonly token: string;
  readonly limits: GatewayLimits;
  readonly mcpAuthentication: 'bearer' | 'none';
  readonly settings: McpEndpointOptions;
  readonly hostnames: readonly string[];
  readonly origins: readonly string[];
  /** What the program that serves adds to the API. */
  readonly program: Pick<ApiParts, 'isReady' | 'mcpServers' | 'reload'>;
}

/** Everything the gateway answers, in the order it is decided: host, origin, token, place, route. */
export function createGatewayApp(parts: GatewayAppParts): Hono {
  const { host, endpoint, feed, limits, settings } = parts;
  const { logger, newId } = settings;
  const origins = new Set(parts.origins);
  const hasToken = createTokenCheck(parts.token);
  const requireToken = createTokenGate(hasToken);
  const calls = new InFlightLimit({ total: limits.inFlight, perCaller: limits.inFlightPerCaller });
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
  if (parts.mcpAuthentication !== 'none') app.use('/mcp/:agent', requireToken);
  app.use('/mcp/:agent', limitInFlight(calls, conversationOf));
  app.all('/mcp/:agent', (context) =>
    endpoint.fetch(context.req.param('agent') ?? '', context.req.raw),
  );
  const api = createApi({
    parts: { ...parts.program, host, newId, feed, tokensOf: createTokenMeter() },
    hasToken,
    logger,
    maxBodyBytes: () => limits.bodyBytes ?? messageBytes(host),
    requireToken,
    // A limit of its own: however busy the agents are, their operator gets through.
    limitInFlight: limitInFlight(
      new InFlightLimit({ total: limits.inFlightPerCaller, perCaller: limits.inFlightPerCaller }),
      () => 'api',
    ),
  });
  app.route('/', api);
  return app;
}

function createTokenGate(isValid: TokenCheck): MiddlewareHandler {
  return async (context, next) => {
    if (!isValid(context.req.header('authorization'))) {
      throw new HttpProblem(401, 'unauthorized', { headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    await next();
  };
}

const conversationOf: CallerOf = (header) =>
  header('mcp-session-id') ?? header(SESSION_HEADER) ?? 'mcp';
