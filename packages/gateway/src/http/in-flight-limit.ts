import type { ServerResponse } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { HttpProblem } from './http-problem.ts';

export interface InFlightLimitOptions {
  /** Requests of all callers together. */
  readonly total: number;
  /** Requests of one caller: a busy one leaves room for the others. */
  readonly perCaller: number;
}

/** Counts requests from their first byte to the last of their answer, streams included. */
export class InFlightLimit {
  readonly #options: InFlightLimitOptions;
  readonly #byCaller = new Map<string, number>();
  #total = 0;

  constructor(options: InFlightLimitOptions) {
    this.#options = options;
  }

  get inFlight(): number {
    return this.#total;
  }

  /** Takes a place, or says that there is none; the place is given back by what is returned. */
  enter(caller: string): (() => void) | undefined {
    const count = this.#byCaller.get(caller) ?? 0;
    if (this.#total >= this.#options.total || count >= this.#options.perCaller) return undefined;
    this.#total += 1;
    this.#byCaller.set(caller, count + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#total -= 1;
      const left = (this.#byCaller.get(caller) ?? 1) - 1;
      if (left === 0) this.#byCaller.delete(caller);
      else this.#byCaller.set(caller, left);
    };
  }
}

/** What happens when the answer of a request has left, or its connection has ended. */
type AnswerContext = { Bindings: { readonly outgoing?: ServerResponse } };

/** Holds requests that all count as one caller to a limit. */
export function limitInFlight(
  limit: InFlightLimit,
  caller: string,
): MiddlewareHandler<AnswerContext> {
  return async (context, next) => {
    const leave = limit.enter(caller);
    if (leave === undefined) {
      throw new HttpProblem(503, 'too_busy', { headers: { 'Retry-After': '1' } });
    }
    const { outgoing } = context.env;
    if (outgoing === undefined) {
      try {
        return await next();
      } finally {
        leave();
      }
    }
    outgoing.once('close', leave);
    return next();
  };
}
