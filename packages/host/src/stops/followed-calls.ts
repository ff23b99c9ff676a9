import type { ToolCall } from '@mortise/contracts';

interface StoppableCall {
  readonly call: ToolCall;
  readonly abort: (reason: unknown) => void;
  place: number;
}

/**
 * Calls that wait or run, so that a stop can end them. In a list, not a `Set`, for the reason that
 * `RunningCalls` gives.
 */
export class FollowedCalls {
  readonly #calls: StoppableCall[] = [];

  get size(): number {
    return this.#calls.length;
  }

  follow(call: ToolCall, abort: StoppableCall['abort']): () => void {
    const followed = { call, abort, place: this.#calls.length };
    this.#calls.push(followed);
    return () => this.#leave(followed);
  }

  /** Ends those that a reason is found for, and answers how many. */
  end(reasonFor: (call: ToolCall) => unknown): number {
    let ended = 0;
    // A copy: one that hears of it may leave at once.
    for (const { call, abort } of [...this.#calls]) {
      const reason = reasonFor(call);
      if (reason === undefined) continue;
      abort(reason);
      ended += 1;
    }
    return ended;
  }

  /** The last one takes its place, so that nothing has to move up. */
  #leave(followed: StoppableCall): void {
    if (this.#calls[followed.place] !== followed) return;
    const last = this.#calls.pop();
    if (last === undefined || last === followed) return;
    this.#calls[followed.place] = last;
    last.place = followed.place;
  }
}
