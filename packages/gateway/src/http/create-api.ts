import type { Logger } from '@mortise/contracts';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { ApiAnswer } from './api-answer.ts';
import type { ApiParts, ApiRoute } from './api-route.ts';
import { describeProblem } from './describe-problem.ts';
import { problemBody } from './http-problem.ts';
import { describeApi } from './open-api.ts';
import { type PrincipalGate, principalOf } from './principal-gate.ts';
import { readRequest } from './read-request.ts';
import { handleRecorded } from './record-request.ts';
import { API_ROUTES } from './routes/api-routes.ts';

export interface ApiOptions {
  readonly parts: ApiParts;
  readonly logger: Logger;
  readonly maxBodyBytes: () => number;
  readonly gate: PrincipalGate;
  /** Holds a request to the places of its kind. */
  readonly placeFor: (route: ApiRoute) => MiddlewareHandler;
}

/** The operators' API: one table of routes, everything else is derived from it. */
export function createApi(options: ApiOptions): Hono {
  const app = new Hono();
  for (const route of API_ROUTES) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const checks = checksOf(route, options);
    app.on(route.method.toUpperCase(), [path], ...checks, (context) =>
      answer(context, route, options),
    );
  }
  const description = describeApi(API_ROUTES);
  const mayRead = { role: 'view', agentParameters: [], isPerAgent: true } as const;
  app.get('/openapi.json', options.gate.for(mayRead), (context) => context.json(description));
  return app;
}

function checksOf(route: ApiRoute, options: ApiOptions): readonly MiddlewareHandler[] {
  const { role, path, isPerAgent = false } = route;
  if (role === 'public') return [];
  const agentParameters = AGENT_PARAMETERS.filter((name) => path.includes(`{${name}}`));
  const answer = route.responseType === 'text/event-stream' ? 'events' : 'whole';
  const rule = { role, agentParameters, isPerAgent, answer } as const;
  return [options.gate.for(rule), options.placeFor(route)];
}

/** Parameters of a path that name an agent. */
const AGENT_PARAMETERS = ['agent', 'other'] as const;

/** Turns whatever ended a request into `{ code, message, hint }`. */
export function answerProblem(error: unknown, context: Context, logger: Logger): Response {
  return describeProblem(error, context.req.path, logger);
}

/** For what no route matched: the address may be known with another method. */
export function answerUnknownRoute(context: Context): Response {
  const methods = methodsAt(context.req.path);
  if (methods.length === 0) {
    return context.json(problemBody('route_unknown', 'There is nothing at this address.'), 404);
  }
  const message = `This address takes ${methods.join(', ')}.`;
  return context.json(problemBody('method_not_allowed', message), 405, {
    Allow: methods.join(', '),
  });
}

async function answer(context: Context, route: ApiRoute, options: ApiOptions): Promise<Response> {
  const isPublic = route.role === 'public';
  const principal = isPublic ? await options.gate.identify(context) : principalOf(context);
  const request = await readRequest(context, route, route.maxBodyBytes ?? options.maxBodyBytes());
  const value = await handleRecorded({ ...request, principal }, route, options);
  if (value instanceof ApiAnswer) return context.json(value.body, value.status);
  switch (route.responseType) {
    case 'text/plain':
      return context.text(String(value), 200, {
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      });
    case 'text/event-stream':
      return context.body(value as ReadableStream, 200, STREAM_HEADERS);
    default:
      return context.json(value as object);
  }
}

/** The second is for proxies that would keep events until there are many. */
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'X-Accel-Buffering': 'no',
} as const;

function methodsAt(path: string): readonly string[] {
  const segments = path.split('/');
  const matching = API_ROUTES.filter((route) => {
    const pattern = route.path.split('/');
    return (
      pattern.length === segments.length &&
      pattern.every((part, index) => part.startsWith('{') || part === segments[index])
    );
  });
  return [...new Set(matching.map(({ method }) => method.toUpperCase()))];
}
