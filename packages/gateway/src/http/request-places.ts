import type { ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import type { CallPlaces } from '../mcp/mcp-endpoint.ts';
import type { ApiRoute } from './api-route.ts';
import { CallQueue, type LeavePlace } from './call-queue.ts';
import type { GatewayLimits } from './gateway-options.ts';
import { HttpProblem } from './http-problem.ts';
import { InFlightLimit, limitInFlight } from './in-flight-limit.ts';

const RETRY = { headers: { 'Retry-After': '1' } } as const;

/**
 * Who has room for what: calls share the places of a queue, in which agents take turns; operators who
 * read and operators who change something have places of their own, so that however busy the agents
 * are, they are seen and stopped.
 */
export class RequestPlaces {
  readonly calls: CallQueue;
  readonly #isClosing: () => boolean;
  readonly #reading: MiddlewareHandler;
  readonly #changing: MiddlewareHandler;
  readonly #streaming: MiddlewareHandler;

  constructor(limits: GatewayLimits, isClosing: () => boolean) {
    const { operatorRequests: total } = limits;
    const places = () =>
      limitInFlight(new InFlightLimit({ total, perCaller: total }), () => 'operators');
    this.calls = new CallQueue(limits);
    this.#isClosing = isClosing;
    this.#reading = places();
    this.#changing = places();
    this.#streaming = places();
  }

  /** Of one route of the operators' API. While the host closes it can be read and nothing else. */
  placeFor({ method, place }: ApiRoute): MiddlewareHandler {
    if (place === 'stream') return this.#streaming;
    if (method === 'get') return this.#reading;
    const limit = place === 'call' ? this.#limitCalls() : this.#changing;
    return async (context, next) => {
      if (this.#isClosing()) throw new HttpProblem(503, 'host_draining', RETRY);
      return limit(context, next);
    };
  }

  /** Of one MCP request. */
  ofMcp(agent: string, context: Context): CallPlaces {
    return {
      isClosing: this.#isClosing,
      take: async (caller) => {
        const { outgoing } = context.env as Bindings;
        const leave = await this.calls.enter({ agent, caller }, context.req.raw.signal);
        if (leave !== undefined && outgoing !== undefined) leaveWith(outgoing, leave);
        return leave !== undefined;
      },
    };
  }

  #limitCalls(): MiddlewareHandler {
    return async (context, next) => {
      const who = { agent: context.req.param('agent') ?? '', caller: 'api' };
      const leave = await this.calls.enter(who, context.req.raw.signal);
      if (leave === undefined) {
        throw new HttpProblem(503, this.#isClosing() ? 'host_draining' : 'too_busy', RETRY);
      }
      const { outgoing } = context.env as Bindings;
      if (outgoing !== undefined) {
        leaveWith(outgoing, leave);
        return next();
      }
      try {
        await next();
      } finally {
        leave();
      }
    };
  }
}

interface Bindings {
  readonly outgoing?: ServerResponse;
}

/** A call has its place until its answer has left, or its connection has ended. */
function leaveWith(outgoing: ServerResponse, leave: LeavePlace): void {
  if (outgoing.closed) leave();
  else outgoing.once('close', leave);
}
