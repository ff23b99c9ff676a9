import type { HandleOutline } from '@mortise/contracts';
import type { AbortSignal } from './abort-signal.ts';
import type { GuestCall } from './guest-call.ts';
import { fetchFor } from './guest-fetch.ts';
import { createGuestLog, type GuestLog } from './guest-log.ts';
import { sayProgress } from './guest-output.ts';
import { deleteProperty, freeze, jsonStringify, sliceText } from './intrinsics.ts';

/** The handles of the table, as data: the build of the runtime writes them here, schemas stay outside. */
declare const CAPABILITY_HANDLES: readonly HandleOutline[];

/** What a tool gets as `ctx`. Handles are made when they are first touched; most calls touch none. */
export class CallContext {
  readonly #call: GuestCall;

  constructor(call: GuestCall) {
    this.#call = call;
  }

  get callId(): string {
    return this.#call.callId;
  }

  get agentId(): string {
    return this.#call.facts.agentId;
  }

  get sessionKey(): string {
    return this.#call.facts.sessionKey;
  }

  get userId(): string | undefined {
    return this.#call.facts.userId;
  }

  get turnCount(): number {
    return this.#call.facts.turnCount;
  }

  get overrides(): { readonly [key: string]: unknown } {
    return this.#call.facts.overrides ?? {};
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  get log(): GuestLog {
    return createGuestLog(this.#call.seq);
  }

  progress(message: unknown, percent?: unknown): void {
    const text = sliceText(typeof message === 'string' ? message : 'progress', 0, 500);
    const share =
      typeof percent === 'number' && percent >= 0 && percent <= 100 ? `,"percent":${percent}` : '';
    // Written by hand: an object would ask the extension's own `Object.prototype.toJSON`.
    sayProgress(this.#call.seq, `{"message":${jsonStringify(text)}${share}}`);
  }

  sleep(ms: unknown): Promise<unknown> {
    return this.#call.ask('host.sleep', { ms });
  }

  fetch(url: unknown, init?: unknown): Promise<unknown> {
    return fetchFor(this.#call, url, init);
  }

  // `ctx.storage`, `ctx.fs` and their like: whatever the table of capabilities has a handle for.
  static {
    for (const outline of CAPABILITY_HANDLES) {
      Object.defineProperty(CallContext.prototype, outline.handle, {
        configurable: true,
        get(this: CallContext) {
          return createHandle(this.#call, outline);
        },
      });
    }
  }
}

// An extension that can make a context can speak for any call, with a number of its own choice.
deleteProperty(CallContext.prototype, 'constructor');

/** One function per operation; its arguments cross as a list. */
function createHandle(call: GuestCall, { capability, operations }: HandleOutline): object {
  const made: { [operation: string]: (...args: unknown[]) => Promise<unknown> } = {};
  for (let index = 0; index < operations.length; index += 1) {
    const operation = operations[index] as string;
    made[operation] = (...args) => call.ask(`${capability}.${operation}`, args);
  }
  return freeze(made);
}
