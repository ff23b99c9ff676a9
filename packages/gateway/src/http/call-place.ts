import type { ServerResponse } from 'node:http';
import type { CallPlace } from '@mortise/contracts';
import type { Caller, CallQueue, LeavePlace } from './call-queue.ts';

export interface QueuePlaceParts {
  readonly queue: CallQueue;
  readonly who: Caller;
  /** Its signal aborts when the caller goes away; few calls ever ask for it. */
  readonly caller: { readonly signal: AbortSignal };
}

/** The place of one HTTP request with calls: given up for a while, taken again, and left for good at its end. */
export class QueuePlace implements CallPlace {
  readonly #parts: QueuePlaceParts;
  #leave: LeavePlace;
  #comeBack: (() => void) | undefined;

  constructor(parts: QueuePlaceParts, leave: LeavePlace) {
    this.#parts = parts;
    this.#leave = leave;
  }

  leave(): void {
    this.#comeBack ??= this.#parts.queue.stepOut();
    this.#leave();
  }

  async enter(): Promise<boolean> {
    const { queue, who, caller } = this.#parts;
    const { signal } = caller;
    const leave = await queue.enter(who, signal);
    this.#back();
    if (leave === undefined) return false;
    this.#leave = leave;
    // The answer may have ended while it waited.
    if (signal.aborted) leave();
    return true;
  }

  /** The request was answered, or its connection has ended. */
  end(): void {
    this.#back();
    this.#leave();
  }

  /** Ends with the answer. */
  endWith(outgoing: ServerResponse): void {
    if (outgoing.closed) this.end();
    else outgoing.once('close', () => this.end());
  }

  #back(): void {
    this.#comeBack?.();
    this.#comeBack = undefined;
  }
}
