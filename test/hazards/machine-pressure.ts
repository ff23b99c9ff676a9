import { availableParallelism, loadavg } from 'node:os';

/** From how much pressure on a runner stops waiting for an entry to use up its CPU time. */
const OVERLOAD = 4;

/** Programs that want to run, per core, over the last minute; at least 1. */
export function machinePressure(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

/**
 * The machine is so busy that a runner gives up an entry that got too little of it, and says so,
 * where it would have been ended for its CPU time.
 */
export function isOverloaded(): boolean {
  return machinePressure() > OVERLOAD;
}
