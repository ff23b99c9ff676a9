import type { RequestedCall } from '@mortise/contracts';

/** How long calls that were stopped may take to say so before they are left to the end of their runner, in ms. */
const STOP_MS = 1_000;
/** What a timer can hold. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Whose calls they are. */
export interface RunningSession {
  readonly agentId: string;
  readonly sessionKey?: string;
}

/** One batch of calls that runs. */
export interface RunningBatch {
  /** Aborts when the caller gives up, and when the host stops what runs. */
  readonly signal: AbortSignal;
  /** The host ended it, not its caller. */
  readonly isStopped: boolean;
  /** What it calls, once that was read. */
  asked(calls: readonly RequestedCall<'callId'>[]): void;
  /** It has ended. */
  end(): void;
}

/**
 * The calls of a host that run, so that closing it can wait for them and stop them. In a list, not a
 * `Set`: V8 links each outgrown table of one to the next, and what was ever put in survives young
 * collections with them (measured: 2 µs of garbage collection for every call).
 */
export class RunningCalls {
  readonly #batches: Batch[] = [];
  readonly #waiting = new Set<() => void>();
  #stopAt = Number.POSITIVE_INFINITY;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  /** It was told to stop within some time: none is to begin any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  get size(): number {
    return this.#batches.length;
  }

  /** Its `end` must be called. */
  begin(caller: AbortSignal | undefined, session?: RunningSession): RunningBatch {
    const batch = new Batch(caller, this.#batches.length, this.#end);
    batch.session = session;
    this.#batches.push(batch);
    return batch;
  }

  /** Whether a call of this session runs. */
  isOf(agentId: string, sessionKey: string): boolean {
    return this.#batches.some(
      ({ session }) => session?.agentId === agentId && session.sessionKey === sessionKey,
    );
  }

  /** Ends the batches that are chosen, for a reason that is not the end of the host; answers how many. */
  abortWhere(
    isChosen: (session: RunningSession, calls: readonly RequestedCall<'callId'>[]) => boolean,
    reason: unknown,
  ): number {
    // A copy: one that hears of it may end at once.
    const chosen = this.#batches.filter(
      ({ session, calls }) => session !== undefined && isChosen(session, calls),
    );
    for (const batch of chosen) batch.abort(reason);
    return chosen.length;
  }

  /** Stops what still runs after this time; of several times the first holds. */
  stopWithin(ms: number): void {
    this.#isClosed = true;
    const stopAt = performance.now() + Math.max(0, ms);
    if (!(stopAt < this.#stopAt)) return;
    this.#stopAt = stopAt;
    clearTimeout(this.#timer);
    if (this.#batches.length === 0) return;
    this.#timer = setTimeout(() => this.#stop(), Math.min(ms, LONGEST_TIMER_MS));
  }

  /** Resolves when nothing runs any more, or when what was stopped does not answer. */
  ended(): Promise<void> {
    if (this.#batches.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  #stop(): void {
    // A copy: one that hears of it may end at once.
    for (const batch of [...this.#batches]) batch.stop();
    this.#timer = setTimeout(() => this.#release(), STOP_MS);
  }

  /** The last one takes its place, so that nothing has to move up. */
  readonly #end = (batch: Batch): void => {
    if (this.#batches[batch.place] !== batch) return;
    const last = this.#batches.pop();
    if (last !== undefined && last !== batch) {
      this.#batches[batch.place] = last;
      last.place = batch.place;
    }
    if (this.#batches.length === 0) this.#release();
  };

  #release(): void {
    clearTimeout(this.#timer);
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

class Batch implements RunningBatch {
  /** In the list of those that run. */
  place: number;
  isStopped = false;
  session: RunningSession | undefined;
  calls: readonly RequestedCall<'callId'>[] = [];
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #giveUp: (() => void) | undefined;
  readonly #onEnd: (batch: Batch) => void;

  constructor(caller: AbortSignal | undefined, place: number, onEnd: (batch: Batch) => void) {
    this.place = place;
    this.#caller = caller;
    this.#onEnd = onEnd;
    if (caller === undefined) return;
    this.#giveUp = () => this.#controller.abort(caller.reason);
    if (caller.aborted) this.#giveUp();
    else caller.addEventListener('abort', this.#giveUp, { once: true });
  }

  asked(calls: readonly RequestedCall<'callId'>[]): void {
    this.calls = calls;
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  stop(): void {
    this.isStopped ||= !this.signal.aborted;
    this.#controller.abort();
  }

  end(): void {
    if (this.#giveUp !== undefined) this.#caller?.removeEventListener('abort', this.#giveUp);
    this.#onEnd(this);
  }
}
