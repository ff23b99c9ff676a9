import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Principal } from '@mortise/contracts';
import { HttpExchange } from '../mcp/http-exchange.ts';
import { notNow, type WebAnswer } from '../mcp/mcp-answers.ts';
import type { McpEndpoint, McpEndpointOptions } from '../mcp/mcp-endpoint.ts';
import { LOCAL_CLIENT } from './authenticator.ts';
import { callerOf } from './caller-of.ts';
import { describeProblem } from './describe-problem.ts';
import type { GatewayLimits } from './gateway-options.ts';
import { problemBody } from './http-problem.ts';
import { InFlightLimit } from './in-flight-limit.ts';
import type { PrincipalGate } from './principal-gate.ts';
import type { RefusedLogins } from './refused-logins.ts';
import { type RequestGuard, secure } from './request-guard.ts';
import type { RequestPlaces } from './request-places.ts';

export interface McpListenerParts {
  readonly endpoint: McpEndpoint;
  readonly gate: PrincipalGate;
  /** Told of requests that were not let in. */
  readonly refused: RefusedLogins;
  readonly guard: RequestGuard;
  readonly limits: GatewayLimits;
  readonly places: RequestPlaces;
  readonly mcpAuthentication: 'bearer' | 'none';
  readonly settings: McpEndpointOptions;
}

export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

const MCP_RULE = { role: 'call', agentParameters: ['agent'], isPerAgent: false } as const;

/**
 * Answers MCP on Node's own objects, in the order host, origin, token, place; what is no MCP goes to the other
 * listener. Most of the time of a call over HTTP was spent between Node and the terms of the web.
 */
export function createMcpListener(parts: McpListenerParts, other: NodeListener): NodeListener {
  const { limits } = parts;
  const requests = new InFlightLimit({
    total: limits.requests,
    perCaller: limits.requestsPerCaller,
  });
  return (incoming, outgoing) => {
    const path = pathOf(incoming.url);
    const agentId = agentOf(path);
    if (agentId === undefined) return other(incoming, outgoing);
    const exchange = new HttpExchange(incoming, outgoing);
    return answer({ ...parts, requests }, { path, agentId }, exchange);
  };
}

interface Asked {
  readonly path: string;
  readonly agentId: string;
}

async function answer(
  parts: McpListenerParts & { readonly requests: InFlightLimit },
  asked: Asked,
  exchange: HttpExchange,
): Promise<void> {
  const { endpoint, gate, guard, requests, places } = parts;
  const { agentId, path } = asked;
  try {
    const host = exchange.header('host');
    guard.check({ host, origin: exchange.header('origin'), path });
    const admitted = admit(parts, asked, exchange);
    // Most are known, and need no turn of the queue.
    const principal = admitted instanceof Promise ? await admitted : admitted;
    exchange.onEnd(gate.follow(principal, exchange.outgoing));
    const caller = callerOf(principal, (name) => exchange.header(name));
    const leave = requests.enter(caller);
    if (leave === undefined) return await respond(exchange, notNow('too_busy'));
    exchange.onEnd(leave);
    const place = places.ofMcp({ agent: agentId, caller }, exchange);
    const answer = await endpoint.handle({ agentId, principal }, exchange, place);
    if (answer !== undefined) await respond(exchange, answer);
  } catch (error) {
    const { method = '', headers, socket } = exchange.incoming;
    const address = socket.remoteAddress;
    parts.refused.noteProblem(error, { method, path, headers, address });
    await respond(exchange, describeProblem(error, path, parts.settings.logger));
  }
}

function admit(
  { gate, mcpAuthentication }: McpListenerParts,
  { path, agentId }: Asked,
  exchange: HttpExchange,
): Principal | Promise<Principal> {
  // Who serves MCP without tokens lets all pass.
  if (mcpAuthentication === 'none') return LOCAL_CLIENT;
  const request = {
    authorization: exchange.header('authorization'),
    proof: exchange.header('dpop'),
    method: exchange.incoming.method ?? '',
    path,
    agents: [agentId],
  };
  return gate.recognise(MCP_RULE, request) ?? gate.admit(MCP_RULE, request);
}

/** Sends an answer in the terms of the web. */
async function respond({ incoming, outgoing }: HttpExchange, answer: WebAnswer): Promise<void> {
  const make = async (request: Request) => {
    const response = answer instanceof Response ? answer : await answer(request);
    secure(response.headers);
    return response;
  };
  await getRequestListener(make, WEB_LISTENER)(incoming, outgoing);
}

/** How Node's objects are turned into those of the web; the Request and Response of the program are not ours to replace. */
export const WEB_LISTENER = {
  overrideGlobalObjects: false,
  errorHandler: answerUnreadable,
} as const;

/** What is no request, such as one without a readable host, never reaches the routes. */
function answerUnreadable(error: unknown): Response {
  const isTheirs = error instanceof RequestError;
  const body = isTheirs
    ? problemBody('request_invalid', 'The request cannot be read.')
    : problemBody('internal_error', 'The host failed to answer.');
  const response = Response.json(body, { status: isTheirs ? 400 : 500 });
  secure(response.headers);
  return response;
}

function pathOf(url = '/'): string {
  const whole = url.startsWith('/') ? url : (URL.parse(url)?.pathname ?? url);
  const end = whole.search(/[?#]/);
  return end < 0 ? whole : whole.slice(0, end);
}

const MCP_PATH = /^\/mcp\/([^/]+)$/;

function agentOf(path: string): string | undefined {
  const segment = MCP_PATH.exec(path)?.[1];
  if (segment === undefined || !segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
