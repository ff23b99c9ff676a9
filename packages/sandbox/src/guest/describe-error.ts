import { sliceText } from './intrinsics.ts';

/**
 * One line about whatever was thrown, without trusting it: getters may throw, lie or loop, and
 * looping ends with the entry's clock. Only strings are taken; nothing is converted.
 */
export function describeError(thrown: unknown, maxChars: number): string {
  if (typeof thrown === 'string') return sliceText(thrown, 0, maxChars);
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) {
    return `a ${thrown === null ? 'null' : typeof thrown} was thrown`;
  }
  const name = readText(thrown, 'name');
  const message = readText(thrown, 'message');
  if (message === undefined) return `${name ?? 'an object'} was thrown`;
  const prefix = name === undefined || name === 'Error' ? '' : `${sliceText(name, 0, 100)}: `;
  return sliceText(`${prefix}${sliceText(message, 0, maxChars)}`, 0, maxChars);
}

function readText(thrown: object, key: 'name' | 'message'): string | undefined {
  try {
    const value = (thrown as { readonly name?: unknown; readonly message?: unknown })[key];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
