import { joinThrown, STACK_CHARS } from '../wire/thrown-text.ts';
import { findText, NativeError, sliceText } from './intrinsics.ts';
import { useChunk } from './web/chunks.ts';

/**
 * A longer text is not looked at: V8 may have to make it whole for that, and whether the heap holds
 * that depends on what else is in it. Reading its length costs nothing.
 */
const MAX_READ_CHARS = 1_000_000;
/** How V8 begins each line of a stack. */
const FRAME = '\n    at ';
/** How places in the code of an extension begin. */
const OWN_PLACE = 'extension:///';
const MAX_CAUSES = 3;
const CAUSE_CHARS = 200;

/**
 * One line about whatever was thrown, without trusting it: getters may throw, lie or loop, and
 * looping ends with the entry's clock. Only strings are taken; nothing is converted.
 */
export function describeError(thrown: unknown, maxChars: number): string {
  if (typeof thrown === 'string') return headOf(thrown, maxChars);
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) {
    // `reject()` and `throw null` have no kind beside what they are.
    if (thrown === undefined) return 'undefined was thrown';
    return thrown === null ? 'null was thrown' : `a ${typeof thrown} was thrown`;
  }
  const name = readText(thrown, 'name');
  const message = readText(thrown, 'message');
  if (message === undefined) return `${name ?? 'an object'} was thrown`;
  const prefix = name === undefined || name === 'Error' ? '' : `${headOf(name, 100)}: `;
  return sliceText(`${prefix}${headOf(message, maxChars)}`, 0, maxChars);
}

/** The same with where it was thrown, and where what caused it was; for `splitThrown`. */
export function describeThrown(thrown: unknown, maxChars: number): string {
  return joinThrown(describeError(thrown, maxChars), stackOf(thrown));
}

/** The line of the extension that is running, as a stack of one line; empty if there is none. */
export function placeOfCaller(): string {
  const stack = new NativeError().stack;
  if (typeof stack !== 'string') return '';
  const place = findText(stack, OWN_PLACE, 0);
  if (place < 0) return '';
  const end = findText(stack, '\n', place);
  return `${FRAME}${sliceText(stack, place, end < 0 ? stack.length : end)}`;
}

export function stackOf(thrown: unknown): string {
  let text = shownObject(thrown);
  let error = thrown;
  for (let depth = 0; depth <= MAX_CAUSES && text.length < STACK_CHARS; depth += 1) {
    if (typeof error !== 'object' || error === null) break;
    if (depth > 0) text += causedBy(error);
    else text += framesOf(error);
    for (let at = 0; at < MAX_CAUSES; at += 1)
      text += causedBy(readOf(readOf(error, 'errors'), at));
    error = readOf(error, 'cause');
  }
  return sliceText(text, 0, STACK_CHARS);
}

function causedBy(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  return `\ncaused by ${describeError(error, CAUSE_CHARS)}${framesOf(error)}`;
}

/** An object without a message says what it is only to people: it may hold what no model is to read. */
function shownObject(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return '';
  if (readText(thrown, 'message') !== undefined) return '';
  try {
    const shown: unknown = useChunk('inspect').inspect(thrown);
    return typeof shown === 'string' ? `\nthrown: ${sliceText(shown, 0, CAUSE_CHARS)}` : '';
  } catch {
    return '';
  }
}

function framesOf(error: object): string {
  const stack = readText(error, 'stack');
  if (stack === undefined || stack.length > MAX_READ_CHARS) return '';
  const start = findText(stack, FRAME, 0);
  return start < 0 ? '' : sliceText(stack, start, start + STACK_CHARS);
}

function headOf(text: string, maxChars: number): string {
  return text.length > MAX_READ_CHARS
    ? `(a text of ${text.length} characters)`
    : sliceText(text, 0, maxChars);
}

function readText(thrown: object, key: 'name' | 'message' | 'stack'): string | undefined {
  try {
    const value = (thrown as { readonly [key: string]: unknown })[key];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function readOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return (value as { readonly [key: string | number]: unknown })[key];
  } catch {
    return undefined;
  }
}
