import type { Flight } from '../calls/flight.ts';

/** The entry that a runner's watch thread reports as not ending. */
export interface BusyReading {
  /** Number of the entry, counted by the runner. */
  readonly entry: number;
  readonly cell: number;
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
export function isBusyWith(busy: BusyReading, flight: Flight): boolean {
  if (!isInEntry(busy, flight)) return false;
  return busy.current === 0 || busy.current === flight.seq;
}

/** Whether a call certainly has not begun: what was reported is not gone beyond. */
export function isStillToBegin(busy: BusyReading, flight: Flight): boolean {
  if (flight.seq > busy.lastBegun) return true;
  return isInEntry(busy, flight) && busy.current > 0 && flight.seq > busy.current;
}

function isInEntry(busy: BusyReading, flight: Flight): boolean {
  return flight.cell?.id === busy.cell && flight.seq >= busy.seq && flight.seq <= busy.until;
}
