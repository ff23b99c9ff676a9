import type { ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import type { HttpExchange } from '../mcp/http-exchange.ts';
import type { CallPlaces } from '../mcp/mcp-endpoint.ts';
import { keepPlace } from '../mcp/request-place.ts';
import type { ApiRoute } from './api-route.ts';
import { QueuePlace } from './call-place.ts';
import { type Caller, CallQueue } from './call-queue.ts';
import { callerOf } from './caller-of.ts';
import type { GatewayLimits } from './gateway-options.ts';
import { HttpProblem } from './http-problem.ts';
import { InFlightLimit, limitInFlight } from './in-flight-limit.ts';
import { principalOf } from './principal-gate.ts';

const RETRY = { headers: { 'Retry-After': '1' } } as const;

/**
 * Who has room for what: calls share the places of a queue, in which agents take turns; operators who
 * read, who change something and who keep a stream open have places of their own, so that however busy the
 * agents are, they are seen and stopped.
 */
export class RequestPlaces {
  readonly calls: CallQueue;
  readonly #isClosing: () => boolean;
  readonly #reading: MiddlewareHandler;
  readonly #changing: MiddlewareHandler;
  readonly #streaming: MiddlewareHandler;

  constructor(limits: GatewayLimits, isClosing: () => boolean) {
    const { operatorRequests: total } = limits;
    const places = () => limitInFlight(new InFlightLimit({ total, perCaller: total }), 'operators');
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
  ofMcp(who: Caller, exchange: HttpExchange): CallPlaces {
    return {
      isClosing: this.#isClosing,
      take: async () => {
        const leave = this.calls.tryEnter(who) ?? (await this.calls.enter(who, exchange.signal));
        if (leave === undefined) return false;
        exchange.takePlace(new QueuePlace({ queue: this.calls, who, caller: exchange }, leave));
        return true;
      },
    };
  }

  #limitCalls(): MiddlewareHandler {
    return async (context, next) => {
      const place = await this.#take(context.req.param('agent') ?? '', context);
      if (place === undefined) {
        throw new HttpProblem(503, this.#isClosing() ? 'host_draining' : 'too_busy', RETRY);
      }
      const { outgoing } = context.env as Bindings;
      if (outgoing !== undefined) {
        place.endWith(outgoing);
        return next();
      }
      try {
        await next();
      } finally {
        place.end();
      }
    };
  }

  /** A call has its place until its answer has left, or its connection has ended. */
  async #take(agent: string, context: Context): Promise<QueuePlace | undefined> {
    const { raw } = context.req;
    const caller = callerOf(principalOf(context), (name) => context.req.header(name));
    const who = { agent, caller };
    const leave = await this.calls.enter(who, raw.signal);
    if (leave === undefined) return undefined;
    const place = new QueuePlace({ queue: this.calls, who, caller: raw }, leave);
    keepPlace(raw, place);
    return place;
  }
}

interface Bindings {
  readonly outgoing?: ServerResponse;
}
