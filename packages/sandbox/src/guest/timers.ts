import { describeError, stackOf } from './describe-error.ts';
import { enterCall, type GuestCall, runningCall } from './guest-call.ts';
import { sayLog, sayTimer, sayUntimer } from './guest-output.ts';
import { apply, createSafeTable, floor, isFiniteNumber, max, min } from './intrinsics.ts';

const MAX_TIMERS = 256;
const MAX_DELAY_MS = 600_000;

interface Timer {
  readonly callback: (...args: unknown[]) => unknown;
  readonly args: unknown[];
  readonly everyMs: number | undefined;
  /** The call that it was set in. */
  readonly call: GuestCall | undefined;
}

const timers = createSafeTable<Timer>();
let lastId = 0;
let count = 0;

/** `setTimeout`. The runner keeps the time and ends all timers with the last call of the isolate. */
export function setGuestTimeout(callback: unknown, ms?: unknown, ...args: unknown[]): number {
  return start(callback, { delayMs: delayOf(ms), isRepeated: false, args });
}

export function setGuestInterval(callback: unknown, ms?: unknown, ...args: unknown[]): number {
  return start(callback, { delayMs: max(delayOf(ms), 1), isRepeated: true, args });
}

export function clearGuestTimeout(id?: unknown): void {
  if (typeof id !== 'number' || timers[id] === undefined) return;
  remove(id);
  sayUntimer(id);
}

/** Whether a timer has still to come. */
export function hasTimer(id: number): boolean {
  return timers[id] !== undefined;
}

/** Called by the runner when a timer is due. */
export function fireTimer(id: number): void {
  const timer = timers[id];
  if (timer === undefined) return;
  if (timer.everyMs === undefined) remove(id);
  else sayTimer(id, timer.everyMs);
  enterCall(timer.call);
  try {
    apply(timer.callback, undefined, timer.args);
  } catch (error) {
    sayLog(0, 'error', `a timer threw: ${describeError(error, 500)}`, stackOf(error));
  }
}

/** Called by the runner when no call is active any more: nothing runs between calls. */
export function dropTimers(): void {
  for (const id in timers) delete timers[id];
  count = 0;
}

interface TimerParts {
  readonly delayMs: number;
  readonly isRepeated: boolean;
  readonly args: unknown[];
}

function start(callback: unknown, parts: TimerParts): number {
  if (typeof callback !== 'function') throw new TypeError('a timer needs a function');
  if (count >= MAX_TIMERS) throw new RangeError(`more than ${MAX_TIMERS} timers`);
  lastId += 1;
  count += 1;
  timers[lastId] = {
    callback: callback as Timer['callback'],
    args: parts.args,
    everyMs: parts.isRepeated ? parts.delayMs : undefined,
    call: runningCall(),
  };
  sayTimer(lastId, parts.delayMs);
  return lastId;
}

function remove(id: number): void {
  delete timers[id];
  count -= 1;
}

function delayOf(ms: unknown): number {
  const value = typeof ms === 'number' && isFiniteNumber(ms) ? ms : 0;
  return floor(max(0, min(value, MAX_DELAY_MS)));
}
