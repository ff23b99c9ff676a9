import {
  type CallStops,
  type Logger,
  MortiseError,
  type Refusal,
  refuse,
  type StopRecord,
  type StopStore,
  type StopTarget,
  type ToolCall,
  type ToolOrigin,
} from '@mortise/contracts';
import { CallStopped } from '@mortise/core';
import { describeStop, describeTarget } from './describe-stop.ts';
import { FollowedCalls } from './followed-calls.ts';
import { type HeldStop, HeldStops, isSameTarget } from './held-stops.ts';
import { type StopMarker, UNREADABLE_MARKER } from './stop-marker.ts';

export interface StopSwitchParts {
  readonly store: StopStore;
  readonly marker: StopMarker;
  readonly logger: Logger;
  /** Wall clock in ms. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Ends whole batches that a stop is about, and answers how many; see `RunningCalls`. */
  readonly endBatches?: (isStopped: IsStopped, reason: CallStopped) => number;
  /** Told of every stop that begins or ends here, of other processes too. */
  readonly onChange?: (change: StopChange) => void;
}

/** Whether a tool may not be called by an agent any more. */
export type IsStopped = (origin: ToolOrigin | undefined, agentId: string) => boolean;

/** A stop that began or ended in this host. */
export interface StopChange {
  readonly kind: 'stopped' | 'resumed';
  readonly stop: StopRecord;
  /** Who did it. */
  readonly by: string;
  /** Calls that it ended. */
  readonly ended: number;
}

/** What a person asks for. */
export interface NewStop extends StopTarget {
  readonly reason?: string;
  /** The principal. */
  readonly by: string;
}

const MOST_REASON_CHARS = 500;

/**
 * Stops everything, an agent, an extension or an MCP server. A stop holds here the moment it is asked
 * for, whatever becomes of writing it down; what other processes stop is taken up by `refresh`. Only
 * `resume` lifts one, and only what is written down as lifted.
 */
export class StopSwitch implements CallStops {
  readonly #parts: StopSwitchParts;
  readonly #held = new HeldStops();
  readonly #calls = new FollowedCalls();
  /** Read for every call. */
  #isInForce = false;
  #refreshing: Promise<void> | undefined;

  constructor(parts: StopSwitchParts) {
    this.#parts = parts;
  }

  get isInForce(): boolean {
    return this.#isInForce;
  }

  list(): readonly HeldStop[] {
    return this.#held.list();
  }

  /** The stop that keeps a tool from an agent. */
  stopOf(origin: ToolOrigin, agentId: string | undefined): HeldStop | undefined {
    return this.#held.stopOf(origin, agentId);
  }

  refusalFor(call: ToolCall): Refusal | undefined {
    const stop = this.stopOf(call.entry.origin, call.context.agentId);
    return stop === undefined ? undefined : refuse('stopped', `${describeStop(stop)}.`);
  }

  follow(call: ToolCall, abort: (reason: unknown) => void): () => void {
    return this.#calls.follow(call, abort);
  }

  /** Takes effect before anything is waited for. Resolves when it is written down, or cannot be. */
  async stop({ scope, name, reason = '', by }: NewStop): Promise<HeldStop> {
    const { newId, now } = this.#parts;
    const text = reason.slice(0, MOST_REASON_CHARS).toWellFormed();
    const record: StopRecord = { id: newId(), scope, name, reason: text, by, at: now() };
    this.#begin({ ...record, isDurable: false });
    await this.#keep(record);
    return this.#held.get(record.id) ?? { ...record, isDurable: false };
  }

  /** Lifts what was stopped. Throws `unknown_stop`, or `stop_not_lifted` if it would come back. */
  async resume(target: StopTarget, by: string): Promise<readonly HeldStop[]> {
    await this.refresh();
    const lifted = this.list().filter((stop) => isSameTarget(stop, target));
    if (lifted.length === 0) throw new MortiseError('unknown_stop', describeTarget(target));
    const { store, now } = this.#parts;
    for (const { isDurable: _, ...record } of lifted) {
      try {
        await store.add(record);
        await store.lift(record.id, { at: now(), by });
      } catch (error) {
        throw new MortiseError('stop_not_lifted', describeTarget(target), { cause: error });
      }
      this.#end(record, by);
    }
    await this.#mark();
    return lifted;
  }

  /**
   * Takes up what the marker says, before `refresh`: that ends what was lifted and stores what never was, because the store was
   * away. A marker that is damaged stops everything where it is the only copy.
   */
  readMarker({ isOnlyCopy }: { readonly isOnlyCopy: boolean }): void {
    for (const stop of this.#parts.marker.read()) {
      if (isOnlyCopy || stop.id !== UNREADABLE_MARKER) this.#begin({ ...stop, isDurable: true });
    }
  }

  /** Takes up what other processes stopped and lifted. Never rejects: without an answer all stays as it is. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#readStore().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #readStore(): Promise<void> {
    const { store } = this.#parts;
    const records = await store.list().catch(() => undefined);
    if (records === undefined) return;
    let isChanged = false;
    for (const record of records) {
      const isHeld = this.#held.get(record.id) !== undefined;
      const isLifted = record.liftedAt !== undefined;
      if (isHeld !== isLifted) continue;
      isChanged = true;
      if (isLifted) this.#end(record, record.liftedBy ?? '');
      else this.#begin({ ...record, isDurable: store.isLasting });
    }
    // The marker is this machine's: what another one stopped must outlast a start without their database.
    if (isChanged) await this.#mark();
    const known = new Set(records.map(({ id }) => id));
    const missing = this.list().filter(({ id }) => !known.has(id));
    // A file that was replaced, or could not be written before.
    for (const { isDurable: _, ...record } of missing) await this.#keep(record);
  }

  #begin(stop: HeldStop): void {
    this.#held.set(stop);
    this.#isInForce = true;
    const reason = new CallStopped(`${describeStop(stop)}.`);
    const isStopped: IsStopped = (origin, agentId) => this.#isOf(stop, origin, agentId);
    const ended =
      this.#calls.end(({ entry, context }) =>
        this.#isOf(stop, entry.origin, context.agentId) ? reason : undefined,
      ) + (this.#parts.endBatches?.(isStopped, reason) ?? 0);
    this.#tell({ kind: 'stopped', stop, by: stop.by, ended });
  }

  #isOf(stop: HeldStop, origin: ToolOrigin | undefined, agentId: string | undefined): boolean {
    const found = this.stopOf(origin ?? { kind: 'core' }, agentId);
    return found !== undefined && (found.id === stop.id || isSameTarget(found, stop));
  }

  #end(stop: StopRecord, by: string): void {
    if (!this.#held.delete(stop.id)) return;
    this.#isInForce = this.#held.size > 0;
    this.#tell({ kind: 'resumed', stop, by, ended: 0 });
  }

  async #keep(record: StopRecord): Promise<void> {
    const { store, logger } = this.#parts;
    const isStored = await store.add(record).then(
      () => true,
      (error: unknown) => {
        logger.error({ error, stop: record.id }, 'A stop could not be stored.');
        return false;
      },
    );
    const isMarked = await this.#mark();
    // It may have been lifted meanwhile.
    if (this.#held.get(record.id) === undefined) return;
    this.#held.set({ ...record, isDurable: (isStored && store.isLasting) || isMarked });
  }

  #mark(): Promise<boolean> {
    return this.#parts.marker.write(this.list().map(({ isDurable: _, ...record }) => record));
  }

  #tell(change: StopChange): void {
    try {
      this.#parts.onChange?.(change);
    } catch (error) {
      this.#parts.logger.error({ error }, 'A stop could not be told of.');
    }
  }
}
