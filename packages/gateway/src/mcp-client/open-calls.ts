import { AsyncLocalStorage } from 'node:async_hooks';
import type { RunCaller } from '@mortise/contracts';
import type { OpenCall } from './open-call.ts';

/** The calls of a server's tools that run, and which of them the server means when it asks something. */
export class OpenCalls {
  readonly #open = new Set<OpenCall>();
  // What comes on the stream of a request is read where the request was made. Standard streams are read for all.
  readonly #requested = new AsyncLocalStorage<OpenCall>();

  /** Has the work of a call done; the call is open meanwhile. */
  async run<Result>(call: OpenCall, work: () => Promise<Result>): Promise<Result> {
    this.#open.add(call);
    try {
      return await this.#requested.run(call, work);
    } finally {
      this.#open.delete(call);
    }
  }

  /**
   * The call that a question which arrives here and now belongs to. Where the way to the server does not say it, that
   * is known only if all open calls are of one tool and one caller: no user is asked in the name of another.
   */
  asking(): OpenCall | undefined {
    const requested = this.#requested.getStore();
    if (requested !== undefined) return this.#open.has(requested) ? requested : undefined;
    const [first, ...others] = this.#open;
    return first !== undefined && others.every((other) => isAlike(first, other))
      ? first
      : undefined;
  }
}

function isAlike({ request: a }: OpenCall, { request: b }: OpenCall): boolean {
  return a.toolName === b.toolName && SAME.every((key) => a.caller[key] === b.caller[key]);
}

const SAME = [
  'agentId',
  'sessionKey',
  'userId',
  'principalId',
] as const satisfies readonly (keyof RunCaller)[];
