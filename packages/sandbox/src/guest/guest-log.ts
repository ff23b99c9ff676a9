import type { LogLevel } from '../wire/guest-to-runner.ts';
import { describeError, placeOfCaller, stackOf } from './describe-error.ts';
import { runningCall } from './guest-call.ts';
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
