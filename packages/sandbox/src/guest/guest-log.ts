import type { LogLevel } from '../wire/guest-to-runner.ts';
import { runningCall } from './active-calls.ts';
import { describeError, placeOfCaller, stackOf } from './describe-error.ts';
import { sayLog } from './guest-output.ts';
import { freeze, NativeError, sliceText, toText } from './intrinsics.ts';
import { useChunk } from './web/chunks.ts';

export type LogFunction = (...values: unknown[]) => void;

export interface GuestLog {
  readonly debug: LogFunction;
  readonly info: LogFunction;
  readonly warn: LogFunction;
  readonly error: LogFunction;
}

/** A log for one call; `undefined` writes for whichever call is certain to run. */
export function createGuestLog(seq: number | undefined): GuestLog {
  return freeze({
    debug: write('debug', seq),
    info: write('info', seq),
    warn: write('warn', seq),
    error: write('error', seq),
  });
}

/** `console`: the six methods that are used, and silence for the others that libraries call. */
export function createConsole(): object {
  const log = createGuestLog(undefined);
  const nothing = (): void => undefined;
  const silent = {
    assert: nothing,
    clear: nothing,
    count: nothing,
    countReset: nothing,
    group: nothing,
    groupCollapsed: nothing,
    groupEnd: nothing,
    table: nothing,
    time: nothing,
    timeEnd: nothing,
    timeLog: nothing,
  };
  return { ...silent, ...log, log: log.info, trace: log.debug, dir: log.debug };
}

let isPlaced = false;

/** Whether lines say where they were written: looking costs more than writing, so authors alone ask for it. */
export function placeLogs(isWanted: boolean): void {
  isPlaced = isWanted;
}

function write(level: LogLevel, seq: number | undefined): LogFunction {
  return (...values) => {
    let text = '';
    let stack = '';
    for (let index = 0; index < values.length && index < 20; index += 1) {
      const value = values[index];
      text += `${index === 0 ? '' : ' '}${show(value)}`;
      if (stack === '' && value instanceof NativeError) stack = stackOf(value);
    }
    if (isPlaced && stack === '') stack = placeOfCaller();
    sayLog(seq ?? runningCall()?.seq ?? 0, level, text, stack);
  };
}

function show(value: unknown): string {
  if (typeof value === 'string') return sliceText(value, 0, 2_000);
  if (typeof value === 'number' || typeof value === 'boolean' || value === undefined)
    return toText(value);
  if (value instanceof NativeError) return describeError(value, 1_000);
  try {
    const shown: unknown = useChunk('inspect').inspect(value);
    return typeof shown === 'string' ? sliceText(shown, 0, 2_000) : typeof value;
  } catch {
    return typeof value;
  }
}
