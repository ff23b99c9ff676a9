import { sliceText } from './intrinsics.ts';

/**
 * A longer text is not looked at: V8 may have to make it whole for that, and whether the heap holds
 * that depends on what else is in it. Reading its length costs nothing.
 */
const MAX_READ_CHARS = 1_000_000;

/**
 * One line about whatever was thrown, without trusting it: getters may throw, lie or loop, and
 * looping ends with the entry's clock. Only strings are taken; nothing is converted.
 */
export function describeError(thrown: unknown, maxChars: number): string {
  if (typeof thrown === 'string') return headOf(thrown, maxChars);
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) {
    return `a ${thrown === null ? 'null' : typeof thrown} was thrown`;
  }
  const name = readText(thrown, 'name');
  const message = readText(thrown, 'message');
  if (message === undefined) return `${name ?? 'an object'} was thrown`;
  const prefix = name === undefined || name === 'Error' ? '' : `${headOf(name, 100)}: `;
  return sliceText(`${prefix}${headOf(message, maxChars)}`, 0, maxChars);
}

function headOf(text: string, maxChars: number): string {
  return text.length > MAX_READ_CHARS
    ? `(a text of ${text.length} characters)`
    : sliceText(text, 0, maxChars);
}

function readText(thrown: object, key: 'name' | 'message'): string | undefined {
  try {
    const value = (thrown as { readonly name?: unknown; readonly message?: unknown })[key];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
