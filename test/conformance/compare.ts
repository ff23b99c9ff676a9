import { isDeepStrictEqual } from 'node:util';
import type { Mismatch } from './case-form.ts';

/** Equal in value and order. */
export function compareExactly(
  what: string,
  expected: unknown,
  actual: unknown,
): readonly Mismatch[] {
  return isDeepStrictEqual(plain(expected), plain(actual)) ? [] : [{ what, expected, actual }];
}

/** Equal as sets; names what is missing and what is too much. */
export function compareAsSets(
  what: string,
  expected: unknown,
  actual: Iterable<string>,
): readonly Mismatch[] {
  if (!Array.isArray(expected)) return [{ what, expected, actual: [...actual] }];
  const wanted = new Set<unknown>(expected);
  const found = new Set<unknown>(actual);
  const missing = [...wanted].filter((each) => !found.has(each));
  const extra = [...found].filter((each) => !wanted.has(each));
  if (missing.length === 0 && extra.length === 0) return [];
  return [{ what, expected, actual: { names: [...found], missing, extra } }];
}

/** Everything expected is there; more may be. */
export function compareAsSubset(
  what: string,
  expected: unknown,
  actual: readonly string[],
): readonly Mismatch[] {
  const isThere =
    Array.isArray(expected) && expected.every((each) => (actual as unknown[]).includes(each));
  return isThere ? [] : [{ what, expected, actual }];
}

/** For every expected key the form knows nothing about: an unread expectation must not pass. */
export function refuseUnread(expected: unknown, read: readonly string[]): readonly Mismatch[] {
  if (typeof expected !== 'object' || expected === null) return [];
  return Object.keys(expected)
    .filter((key) => !read.includes(key))
    .map((key) => ({
      what: `expect.${key}`,
      expected: Reflect.get(expected, key),
      actual: 'this form does not know how to check it',
    }));
}

// Values from different realms or with frozen prototypes must not differ for that alone.
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
