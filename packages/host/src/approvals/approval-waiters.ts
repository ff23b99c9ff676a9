import type { ApprovalStore, Logger } from '@mortise/contracts';

/** How soon a decision of another process is seen. One of this process is seen at once. */
const LOOK_MS = 500;
/** What a timer can hold. */
const LONGEST_TIMER_MS = 2_147_483_647;
const PAGE = 500;

/** Why waiting for a change of a hold came to an end. */
export type WaitEnd = 'changed' | 'aborted' | 'late' | 'closing';

export interface WaitBounds {
  readonly signal: AbortSignal;
  readonly ms: number;
}

/** Waits for a change of whatever hold. */
export const ANY_HOLD = '*';

/** Lets calls wait until their hold changes, by this process or by another one on the same store. */
export class ApprovalWaiters {
  readonly #store: ApprovalStore;
  readonly #logger: Logger;
  readonly #waiting = new Map<string, Set<(end: WaitEnd) => void>>();
  /** Calls that are held now, by hold: those that wait, and those that look whether they must go on. */
  readonly #callers = new Map<string, number>();
  readonly #left = new Set<(id: string) => void>();
  #timer: NodeJS.Timeout | undefined;
  #mark: number | undefined;
  #isClosing = false;

  constructor(store: ApprovalStore, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  /** Those that wait for a hold. */
  countOf(id: string): number {
    return this.#waiting.get(id)?.size ?? 0;
  }

  /** Calls that would go on with a decision about this hold. */
  callersOf(id: string): number {
    return this.#callers.get(id) ?? 0;
  }

  /** A call is held from here on, until the answer is called. */
  attend(id: string): () => void {
    this.#callers.set(id, this.callersOf(id) + 1);
    return () => {
      const others = this.callersOf(id) - 1;
      if (others > 0) return void this.#callers.set(id, others);
      this.#callers.delete(id);
      for (const tell of this.#left) tell(id);
    };
  }

  /** Tells of every hold for which no call waits any more, until the disposer is called. */
  onLeft(tell: (id: string) => void): () => void {
    const registered = (id: string) => tell(id);
    this.#left.add(registered);
    return () => void this.#left.delete(registered);
  }

  /** Tells who waits for this hold to look at it again. */
  wake(id: string): void {
    const waiting = [...(this.#waiting.get(id) ?? []), ...(this.#waiting.get(ANY_HOLD) ?? [])];
    for (const end of waiting) end('changed');
  }

  /** Nothing is waited for any more: the host ends. */
  close(): void {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    for (const each of [...this.#waiting.values()]) for (const end of [...each]) end('closing');
  }

  /** May end with `changed` although nothing did. */
  wait(id: string, { signal, ms }: WaitBounds): Promise<WaitEnd> {
    if (this.#isClosing) return Promise.resolve('closing');
    if (signal.aborted) return Promise.resolve('aborted');
    return new Promise((resolve) => {
      const onAbort = () => finish('aborted');
      const timer = setTimeout(() => finish('late'), Math.min(Math.max(ms, 0), LONGEST_TIMER_MS));
      const finish = (end: WaitEnd) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#leave(id, finish);
        resolve(end);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#join(id, finish);
    });
  }

  #join(id: string, end: (end: WaitEnd) => void): void {
    const known = this.#waiting.get(id);
    if (known === undefined) this.#waiting.set(id, new Set([end]));
    else known.add(end);
    if (this.#timer === undefined) this.#lookLater();
  }

  #leave(id: string, end: (end: WaitEnd) => void): void {
    const known = this.#waiting.get(id);
    known?.delete(end);
    if (known?.size === 0) this.#waiting.delete(id);
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#mark = undefined;
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => {
      void this.#look().finally(() => {
        if (this.#waiting.size > 0 && !this.#isClosing) this.#lookLater();
        else this.#timer = undefined;
      });
    }, LOOK_MS);
  }

  /** A store that cannot be read now is asked again; what waits expires meanwhile, which means refused. */
  async #look(): Promise<void> {
    try {
      const after = this.#mark;
      const page = await this.#store.list({ after: after ?? Number.MAX_SAFE_INTEGER, limit: PAGE });
      this.#mark = page.mark;
      // Nothing is known of what changed before the first look: all look for themselves.
      const ids = after === undefined ? [...this.#waiting.keys()] : page.held.map(({ id }) => id);
      for (const id of ids) this.wake(id);
    } catch (error) {
      this.#logger.debug({ error }, 'Calls on hold could not be looked at.');
    }
  }
}
