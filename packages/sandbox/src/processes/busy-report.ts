import type { BusyFrame } from '../wire/watch-to-host.ts';

/** Where a call is: enough to compare it with an entry that does not end. */
export interface CallPlace {
  readonly seq: number;
  /** Undefined while it waits for its turn. */
  readonly isolate: { readonly id: number } | undefined;
}

/** What the watch thread of one runner last said of an entry that does not end. */
export class BusyReport {
  #entry: BusyFrame | undefined;
  #calmEntry = -1;

  /** Undefined while no entry is known to last. */
  get entry(): BusyFrame | undefined {
    return this.#entry;
  }

  note(busy: BusyFrame): void {
    if (busy.entry > this.#calmEntry) this.#entry = busy;
  }

  /** A long entry has ended; reports of it, and of those before it, are out of date. False if a later one has. */
  calm(entry: number): boolean {
    if (entry <= this.#calmEntry) return false;
    this.#calmEntry = entry;
    if (this.#entry !== undefined && this.#entry.entry <= entry) this.#entry = undefined;
    return true;
  }
}

/** Whether it is this call that does not end. */
export function isBusyWith(busy: BusyFrame, call: CallPlace): boolean {
  if (!isInEntry(busy, call) || isStillToBegin(busy, call)) return false;
  return busy.current === 0 || busy.current === call.seq;
}

/** Whether another call keeps the entry that this one has begun in, and perhaps answered in. */
export function isKeptBack(busy: BusyFrame, call: CallPlace): boolean {
  return isInEntry(busy, call) && busy.current > 0 && call.seq < busy.current;
}

/** Whether a call certainly has not begun: what was reported is not gone beyond. */
export function isStillToBegin(busy: BusyFrame, call: CallPlace): boolean {
  if (call.seq > busy.lastBegun) return true;
  return isInEntry(busy, call) && busy.begun > 0 && call.seq > busy.begun;
}

function isInEntry(busy: BusyFrame, { seq, isolate }: CallPlace): boolean {
  return isolate?.id === busy.isolate && seq >= busy.seq && seq <= busy.until;
}
