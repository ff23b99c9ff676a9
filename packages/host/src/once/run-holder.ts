import { setTimeout as pause } from 'node:timers/promises';
import type {
  CallClaim,
  CallEnd,
  CallRun,
  CallStore,
  ClaimAnswer,
  Logger,
} from '@mortise/contracts';

/** A run whose host says nothing for so long is lost, ms. */
const HOLD_MS = 10_000;
const RENEW_MS = 2_500;
/** How long the end of a call is tried to be written while the store cannot be, ms. */
const KEEP_TRYING_MS = 60_000;
const TRY_AGAIN_MS = 1_000;
/** How long an id is known after its call ended, ms. */
const REMEMBER_MS = 24 * 60 * 60 * 1_000;
/** One in so many claims forgets what is old, and so does the time that passes (ms). */
const FORGET_EVERY = 500;
const FORGET_MS = 10 * 60 * 1_000;

export interface RunHolderParts {
  readonly store: CallStore;
  /** This host; new with every start. */
  readonly holder: string;
  readonly now: () => number;
  readonly newId: () => string;
  readonly logger: Logger;
}

export interface AskedRun {
  readonly id: string;
  readonly request: string;
  readonly mostRuns: number;
}

export type HeldClaim = ClaimAnswer & { readonly run: string };

/** What one host runs by a store: as long as a call runs, the store is told that its host is there. */
export class RunHolder implements AsyncDisposable {
  readonly #parts: RunHolderParts;
  readonly #open = new Map<string, CallRun>();
  readonly #ending = new Set<Promise<unknown>>();
  #timer: NodeJS.Timeout | undefined;
  #forgetting: NodeJS.Timeout | undefined;
  #claims = 0;
  #isClosed = false;

  constructor(parts: RunHolderParts) {
    this.#parts = parts;
  }

  /** Rejects while the store cannot be asked. */
  async claim({ id, request, mostRuns }: AskedRun): Promise<HeldClaim> {
    const { store, holder, newId, now } = this.#parts;
    const run = newId();
    const claim: CallClaim = {
      ...{ id, run, request, holder, mostRuns },
      ...{ holdMs: HOLD_MS, now: now() },
    };
    const answer = await store.claim(claim);
    if (answer.status === 'granted') this.#hold({ id, run });
    this.#forgetSome();
    return { ...answer, run };
  }

  /** What stands in the store then. An end that cannot be written is tried for a while longer. */
  async end(run: CallRun, outcome: string): Promise<CallEnd> {
    const { store, logger } = this.#parts;
    try {
      const end = await store.end(run, outcome);
      this.#leave(run.run);
      return end;
    } catch (error) {
      logger.warn({ error, callId: run.id }, 'The end of a call could not be written down yet.');
      this.#keep(this.#endLater(run, outcome));
      return { status: 'ended', outcome };
    }
  }

  /** Nothing has run. */
  async release(run: CallRun): Promise<void> {
    const { store, logger } = this.#parts;
    this.#leave(run.run);
    await store.release(run).catch((error: unknown) => {
      logger.warn({ error, callId: run.id }, 'A call that did not run could not be given back.');
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#forgetting);
    await Promise.all(this.#ending);
    clearInterval(this.#timer);
  }

  async #endLater(run: CallRun, outcome: string): Promise<void> {
    const { store } = this.#parts;
    for (const until = performance.now() + KEEP_TRYING_MS; performance.now() < until; ) {
      await pause(TRY_AGAIN_MS, undefined, { ref: false });
      const isWritten = await store.end(run, outcome).then(
        () => true,
        () => false,
      );
      if (isWritten || this.#isClosed) break;
    }
    this.#leave(run.run);
  }

  #hold(run: CallRun): void {
    this.#open.set(run.run, run);
    this.#timer ??= setInterval(() => this.#renew(), RENEW_MS).unref();
  }

  #leave(run: string): void {
    this.#open.delete(run);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #renew(): void {
    const { store, logger } = this.#parts;
    // One whose end could not be written is not among them: it must not seem to run for ever.
    this.#keep(
      store.renew([...this.#open.values()], HOLD_MS).catch((error: unknown) => {
        logger.debug({ error }, 'The calls that run could not be renewed.');
      }),
    );
  }

  #forgetSome(): void {
    this.#claims += 1;
    if (this.#isClosed) return;
    this.#forgetting ??= setInterval(() => this.#forget(), FORGET_MS).unref();
    if (this.#claims % FORGET_EVERY === 1) this.#forget();
  }

  #forget(): void {
    const { store, now } = this.#parts;
    this.#keep(store.prune(now() - REMEMBER_MS).catch(() => 0));
  }

  #keep(work: Promise<unknown>): void {
    this.#ending.add(work);
    void work.finally(() => this.#ending.delete(work));
  }
}
