import type { PendingCall } from '../calls/pending-call.ts';

/** The entry that a runner's watch thread reports as not ending. */
export interface BusyEntry {
  /** Number of the entry, counted by the runner. */
  readonly entry: number;
  readonly isolate: number;
  /** 0 during a load or a timer nobody can be charged with. */
  readonly seq: number;
  /** Of an entry for several calls, the last one. */
  readonly until: number;
  /** Of an entry for several calls, the one it does not get beyond; 0 if it is in none of them. */
  readonly current: number;
  /** No call with a higher number has begun. */
  readonly lastBegun: number;
  readonly ms: number;
  /** CPU time of it. */
  readonly cpuMs: number;
  /** After which the runner would have stopped it by itself. */
  readonly patienceMs: number;
  readonly at: number;
}

/** Whether it is this call that does not end. */
export function isBusyWith(busy: BusyEntry, pendingCall: PendingCall): boolean {
  if (!isInEntry(busy, pendingCall)) return false;
  return busy.current === 0 || busy.current === pendingCall.seq;
}

/** Whether a call certainly has not begun: what was reported is not gone beyond. */
export function isStillToBegin(busy: BusyEntry, pendingCall: PendingCall): boolean {
  if (pendingCall.seq > busy.lastBegun) return true;
  return isInEntry(busy, pendingCall) && busy.current > 0 && pendingCall.seq > busy.current;
}

function isInEntry(busy: BusyEntry, pendingCall: PendingCall): boolean {
  return (
    pendingCall.isolate?.id === busy.isolate &&
    pendingCall.seq >= busy.seq &&
    pendingCall.seq <= busy.until
  );
}
