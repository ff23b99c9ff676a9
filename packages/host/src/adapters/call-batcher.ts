import type { RequestedCall, ToolSurface } from '@mortise/contracts';
import type { ExecuteOptions, SessionResult } from '../assembly/session-call.ts';
import type { SessionHandle } from '../assembly/session-handle.ts';

/** What is the same for all calls of a batcher. */
export interface CallBatcherOptions
  extends Pick<ExecuteOptions, 'resultBudgetChars' | 'onProgress' | 'attachments'> {
  /** The surface that calls belong to when they are made; that of the session's current request if absent. */
  readonly surface?: () => ToolSurface | undefined;
}

/** What one call is part of. */
export interface BatchedCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Any object that is the same for all calls of one answer of a model. */
  readonly step?: object | undefined;
}

/**
 * For agent SDKs that run every call of a model's answer by itself: puts those that begin together into
 * one `execute`, so that they share one budget. Calls of a step that begin later, or with a signal of
 * their own, get the share of the budget that their number is of all that the step announced.
 */
export class CallBatcher {
  readonly #session: SessionHandle;
  readonly #options: CallBatcherOptions;
  readonly #announced = new WeakMap<object, Set<string>>();
  #gathered: GatheredCall[] = [];

  constructor(session: SessionHandle, options: CallBatcherOptions = {}) {
    this.#session = session;
    this.#options = options;
  }

  /** Says that a step has this call, before any call of it begins. */
  announce(step: object, callId: string): void {
    const ids = this.#announced.get(step) ?? new Set<string>();
    this.#announced.set(step, ids.add(callId));
  }

  /** Runs a call with those that begin in the same turn of the event loop. Never rejects. */
  run(call: RequestedCall<'id'>, options: BatchedCallOptions = {}): Promise<SessionResult> {
    const { promise, resolve } = Promise.withResolvers<SessionResult>();
    if (this.#gathered.length === 0) setImmediate(() => this.#runGathered());
    this.#gathered.push({ call, ...options, surface: this.#options.surface?.(), resolve });
    return promise;
  }

  #runGathered(): void {
    const gathered = this.#gathered;
    this.#gathered = [];
    for (const step of groupBy(gathered, (each) => each.step)) {
      const announced = step[0]?.step && this.#announced.get(step[0].step);
      const total = Math.max(announced?.size ?? 0, step.length);
      for (const batch of groupBy(step, (each) => each.signal)) this.#runBatch(batch, total);
    }
  }

  async #runBatch(batch: readonly GatheredCall[], ofCalls: number): Promise<void> {
    const { onProgress, attachments } = this.#options;
    const [first] = batch;
    const results = await this.#session.execute(
      batch.map(({ call }) => call),
      {
        ...(onProgress === undefined ? {} : { onProgress }),
        ...(attachments === undefined ? {} : { attachments }),
        ...(first?.signal === undefined ? {} : { signal: first.signal }),
        ...(first?.surface === undefined ? {} : { surface: first.surface }),
        ...this.#budgetOf(batch.length / ofCalls),
      },
    );
    for (const [index, result] of results.entries()) batch[index]?.resolve(result);
  }

  #budgetOf(share: number): Pick<ExecuteOptions, 'resultBudgetChars'> {
    const { resultBudgetChars } = this.#options;
    if (share === 1) return resultBudgetChars === undefined ? {} : { resultBudgetChars };
    const total = resultBudgetChars ?? this.#session.limits.resultBudgetChars;
    return { resultBudgetChars: Math.floor(total * share) };
  }
}

interface GatheredCall extends BatchedCallOptions {
  readonly call: RequestedCall<'id'>;
  readonly surface: ToolSurface | undefined;
  readonly resolve: (result: SessionResult) => void;
}

/** In the order of their first members. */
function groupBy<Each, Key>(
  list: readonly Each[],
  keyOf: (each: Each) => Key,
): Iterable<readonly Each[]> {
  return Map.groupBy(list, keyOf).values();
}
