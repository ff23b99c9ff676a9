import type { Host } from '@mortise/host';
import { Hono, type MiddlewareHandler } from 'hono';
import { type McpEndpoint, type McpEndpointOptions, notNow } from '../mcp/mcp-endpoint.ts';
import { messageBytes } from '../mcp/mcp-options.ts';
import { AgentTools } from './agent-tools.ts';
import type { ApiParts } from './api-route.ts';
import type { CallFeed } from './call-feed.ts';
import { callerOf } from './caller-of.ts';
import { createConsole } from './console/create-console.ts';
import { answerProblem, answerUnknownRoute, createApi } from './create-api.ts';
import type { EventFeed } from './events/event-feed.ts';
import { ExtensionProposals } from './extension-proposals.ts';
import type { GatewayLimits } from './gateway-options.ts';
import { createIdentityMetadata } from './identity-metadata.ts';
import { InFlightLimit, limitInFlight } from './in-flight-limit.ts';
import { type PrincipalGate, principalOf } from './principal-gate.ts';
import { guardRequest, securityHeaders } from './request-guard.ts';
import type { RequestPlaces } from './request-places.ts';
import { createResourceMetadata } from './resource-metadata.ts';
import { createTokenMeter } from './token-meter.ts';
import { ToolUsage } from './tool-usage.ts';

export interface GatewayAppParts {
  readonly host: Host;
  readonly endpoint: McpEndpoint;
  readonly feed: CallFeed;
  readonly events: EventFeed;
  readonly gate: PrincipalGate;
  /** Where clients reach this server. */
  readonly url: string;
  readonly limits: GatewayLimits;
  readonly places: RequestPlaces;
  readonly mcpAuthentication: 'bearer' | 'none';
  readonly settings: McpEndpointOptions;
  readonly hostnames: readonly string[];
  readonly origins: readonly string[];
  /** What the program that serves adds to the API. */
  readonly program: Pick<
    ApiParts,
    | 'isReady'
    | 'reload'
    | 'keepSwitch'
    | 'keepException'
    | 'rotateToken'
    | 'consoleSessions'
    | 'files'
  >;
  readonly isClosing: ApiParts['isClosing'];
}

/** Everything the gateway answers, in the order it is decided: host, origin, token, place, route. */
export function createGatewayApp(parts: GatewayAppParts): Hono {
  const { host, endpoint, feed, events, limits, places, settings, isClosing } = parts;
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
    limitInFlight(requests, callerOf, () => notNow('too_busy')),
  );
  app.all('/mcp/:agent', (context) => {
    const agent = context.req.param('agent') ?? '';
    const client = { agentId: agent, principal: principalOf(context) };
    return endpoint.fetch(client, context.req.raw, places.ofMcp(agent, context));
  });
  const api = createApi({
    parts: {
      ...parts.program,
      host,
      newId,
      feed,
      events,
      isClosing,
      tokensOf: createTokenMeter(),
      agentTools: new AgentTools(host),
      proposals: new ExtensionProposals(),
      usage: new ToolUsage(host, settings.now),
    },
    gate: parts.gate,
    logger,
    maxBodyBytes: () => limits.bodyBytes ?? messageBytes(host),
    placeFor: (route) => places.placeFor(route),
  });
  app.route('/', createResourceMetadata({ config: () => host.config.oauth, url: parts.url }));
  if (parts.program.consoleSessions !== undefined) app.route('/', createConsole());
  app.route('/', createIdentityMetadata(host));
  app.route('/', api);
  return app;
}

function createMcpGate({ gate, mcpAuthentication }: GatewayAppParts): MiddlewareHandler {
  if (mcpAuthentication === 'none') return gate.forLocalClients();
  return gate.for({ role: 'call', agentParameters: ['agent'], isPerAgent: false });
}
