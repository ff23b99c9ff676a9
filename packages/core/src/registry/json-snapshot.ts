import { freezeJson, isFiniteJson, type JsonValue } from '@mortise/contracts';
import { copyPlain, NOT_PLAIN } from './copy-plain.ts';

export type SnapshotResult =
  | { readonly status: 'ok'; readonly value: JsonValue }
  | { readonly status: 'refused'; readonly reason: string };

export interface SnapshotLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/**
 * Copies a value from outside into plain frozen data that its giver can no longer change.
 * Cycles, functions in place of data, throwing getters, size and depth are refused, never thrown.
 */
export function snapshotJson(value: unknown, limits: SnapshotLimits): SnapshotResult {
  const copy = copyPlain(value, limits);
  // Plain data is JSON.
  return copy === NOT_PLAIN
    ? snapshotByJson(value, limits)
    : { status: 'ok', value: copy as JsonValue };
}

/** The same for all that only JSON knows how to copy, or to refuse. */
export function snapshotByJson(value: unknown, limits: SnapshotLimits): SnapshotResult {
  const text = stringify(value);
  if (text === TOO_DEEP) return refused(`is nested deeper than ${limits.maxDepth} levels`);
  if (text === undefined) return refused('is not plain data (a cycle, a function or a BigInt)');
  // UTF-16 length bounds the UTF-8 bytes from below; the exact count is taken only near the limit.
  if (text.length > limits.maxBytes || Buffer.byteLength(text) > limits.maxBytes) {
    return refused(`is larger than ${limits.maxBytes} bytes`);
  }
  const copy = JSON.parse(text) as JsonValue;
  // `JSON.rawJSON('1e999')` is read as infinity, and would be written as null to the tool.
  if (INFINITE.test(text) && !isFiniteJson(copy, limits.maxDepth))
    return refused('has a number that is not finite, or is nested too deep');
  if (!freezeJson(copy, limits.maxDepth)) {
    return refused(`is nested deeper than ${limits.maxDepth} levels`);
  }
  return { status: 'ok', value: copy };
}

/** Only a number of such a size can be read as infinity; any text may hold one, too. */
const INFINITE = /\d{300}|[eE]\+?\d{3}/;

const TOO_DEEP = Symbol('too deep');

function stringify(value: unknown): string | typeof TOO_DEEP | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // The end of the stack.
    return error instanceof RangeError ? TOO_DEEP : undefined;
  }
}

function refused(reason: string): SnapshotResult {
  return { status: 'refused', reason };
}
