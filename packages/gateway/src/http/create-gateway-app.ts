import type { ServerResponse } from 'node:http';
import type { Host } from '@mortise/host';
import { Hono } from 'hono';
import type { McpEndpointOptions } from '../mcp/mcp-endpoint.ts';
import { messageBytes } from '../mcp/mcp-options.ts';
import { AgentTools } from './agent-tools.ts';
import type { ApiParts } from './api-route.ts';
import type { CallFeed } from './call-feed.ts';
import { createConsole } from './console/create-console.ts';
import { answerProblem, answerUnknownRoute, createApi } from './create-api.ts';
import type { EventFeed } from './events/event-feed.ts';
import { ExtensionProposals } from './extension-proposals.ts';
import type { GatewayLimits } from './gateway-options.ts';
import { createIdentityMetadata } from './identity-metadata.ts';
import { type PrincipalGate, principalOf } from './principal-gate.ts';
import type { RefusedLogins } from './refused-logins.ts';
import { guardRequest, type RequestGuard, securityHeaders } from './request-guard.ts';
import type { RequestPlaces } from './request-places.ts';
import { createResourceMetadata } from './resource-metadata.ts';
import { createTokenMeter } from './token-meter.ts';
import { ToolUsage } from './tool-usage.ts';

export interface GatewayAppParts {
  readonly host: Host;
  readonly feed: CallFeed;
  readonly events: EventFeed;
  readonly gate: PrincipalGate;
  /** Told of requests that were not let in. */
  readonly refused: RefusedLogins;
  /** Where clients reach this server. */
  readonly url: string;
  readonly limits: GatewayLimits;
  readonly places: RequestPlaces;
  readonly settings: McpEndpointOptions;
  readonly guard: RequestGuard;
  /** What the program that serves adds to the API. */
  readonly program: Pick<
    ApiParts,
    | 'isReady'
    | 'isLeaving'
    | 'reload'
    | 'keepSwitch'
    | 'keepException'
    | 'rotateToken'
    | 'consoleSessions'
    | 'files'
  >;
  readonly isClosing: ApiParts['isClosing'];
}

/** Everything the gateway answers but MCP, in the order it is decided: host, origin, token, place, route. */
export function createGatewayApp(parts: GatewayAppParts): Hono {
  const { host, feed, events, limits, places, settings, isClosing } = parts;
  const { logger, newId } = settings;
  const app = new Hono();
  app.onError((error, context) => {
    const { outgoing } = (context.env ?? {}) as { readonly outgoing?: ServerResponse };
    const { path, method } = context.req;
    const asked = { path, method, headers: outgoing?.req.headers ?? {} };
    const address = outgoing?.req.socket.remoteAddress;
    parts.refused.noteProblem(error, { ...asked, address, principalId: principalOf(context).id });
    return answerProblem(error, context, logger);
  });
  app.notFound(answerUnknownRoute);
  app.use(securityHeaders());
  app.use(guardRequest(parts.guard));
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
