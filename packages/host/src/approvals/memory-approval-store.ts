import {
  type ApprovalPage,
  type ApprovalQuery,
  type ApprovalStore,
  type HeldCall,
  type HoldAnswer,
  type HoldBounds,
  isStanding,
} from '@mortise/contracts';
import { callerOf, roomFor } from './hold-room.ts';
import { isSelected } from './select-held.ts';

interface KeptHold {
  readonly held: HeldCall;
  /** Grows by one with every change of any hold. */
  readonly mark: number;
}

/** Keeps calls on hold as long as the process lives. For tests and for hosts that want no file. */
export class MemoryApprovalStore implements ApprovalStore {
  readonly #kept = new Map<string, KeptHold>();
  #mark = 0;
  #isClosed = false;

  get mode(): 'ready' | 'safe' {
    return this.#isClosed ? 'safe' : 'ready';
  }

  async hold(held: HeldCall, bounds: HoldBounds): Promise<HoldAnswer> {
    if (this.#isClosed) return { status: 'refused', reason: 'The store of approvals is closed.' };
    const all = [...this.#kept.values()].map((kept) => kept.held);
    const standing = all.find(
      (each) => each.request === held.request && isStanding(each, bounds.now),
    );
    if (standing !== undefined) return { status: 'standing', held: standing };
    const waiting = all.filter(
      ({ state, expiresAt }) => state === 'waiting' && expiresAt > bounds.now,
    );
    const ofCaller = waiting.filter((each) => callerOf(each) === callerOf(held)).length;
    const reason = roomFor({ ofCaller, total: waiting.length }, bounds);
    if (reason !== undefined) return { status: 'full', reason };
    return { status: 'added', held: this.#put(held) };
  }

  async read(id: string): Promise<HeldCall | undefined> {
    return this.#kept.get(id)?.held;
  }

  async list(query: ApprovalQuery): Promise<ApprovalPage> {
    const { after = 0, limit } = query;
    const later = [...this.#kept.values()]
      .filter(({ held, mark }) => mark > after && isSelected(held, query))
      .sort((one, other) => one.mark - other.mark)
      .slice(0, limit);
    const mark = later.length < limit ? this.#mark : (later.at(-1)?.mark ?? this.#mark);
    return { held: later.map(({ held }) => held), mark };
  }

  async replace(next: HeldCall): Promise<boolean> {
    if (this.#isClosed) throw new Error('The store of approvals is closed.');
    if (this.#kept.get(next.id)?.held.version !== next.version - 1) return false;
    this.#put(next);
    return true;
  }

  async prune({ endedBefore, dryRun }: { endedBefore: number; dryRun: boolean }): Promise<number> {
    const old = [...this.#kept.values()].filter(({ held }) => lastChange(held) < endedBefore);
    for (const { held } of dryRun ? [] : old) this.#kept.delete(held.id);
    return old.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
  }

  #put(held: HeldCall): HeldCall {
    this.#mark += 1;
    this.#kept.set(held.id, { held, mark: this.#mark });
    return held;
  }
}

/** When a hold was last of any use. */
export function lastChange({ expiresAt, decision, use }: HeldCall): number {
  return Math.max(expiresAt, decision?.at ?? 0, use?.endedAt ?? use?.at ?? 0);
}
