import { dequal as isDeepStrictEqual } from 'dequal';
import { isDeepEqual, isLooselyEqual, isObject } from '../deep-equal.ts';
import { inspect } from './util.ts';

interface Failure {
  readonly message?: unknown;
  readonly actual?: unknown;
  readonly expected?: unknown;
  readonly operator?: string;
}

export class AssertionError extends Error {
  override readonly name = 'AssertionError';
  readonly code = 'ERR_ASSERTION';
  readonly actual: unknown;
  readonly expected: unknown;
  readonly operator: string;
  readonly generatedMessage: boolean;

  constructor({ message, actual, expected, operator = 'fail' }: Failure = {}) {
    const generated = `${inspect(actual)} ${operator} ${inspect(expected)}`;
    super(message === undefined ? generated : String(message));
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    this.generatedMessage = message === undefined;
  }
}

/** What is asserted holds, or the message is thrown: an error as it is, a text in one of ours. */
function assertThat(holds: boolean, failure: Failure): void {
  if (holds) return;
  throw failure.message instanceof Error ? failure.message : new AssertionError(failure);
}

export function ok(value?: unknown, message?: unknown): void {
  const said = message ?? 'The expression evaluated to a falsy value';
  assertThat(Boolean(value), { message: said, actual: value, expected: true, operator: '==' });
}

export function fail(message: unknown = 'Failed'): never {
  throw message instanceof Error ? message : new AssertionError({ message });
}

function comparing(operator: string, compare: (actual: unknown, expected: unknown) => boolean) {
  return (actual: unknown, expected: unknown, message?: unknown): void =>
    assertThat(compare(actual, expected), { actual, expected, operator, message });
}

export const equal = comparing('==', isLooselyEqual);
export const notEqual = comparing('!=', (one, other) => !isLooselyEqual(one, other));
export const strictEqual = comparing('strictEqual', Object.is);
export const notStrictEqual = comparing('notStrictEqual', (one, other) => !Object.is(one, other));
export const deepEqual = comparing('deepEqual', isDeepEqual);
export const notDeepEqual = comparing('notDeepEqual', (one, other) => !isDeepEqual(one, other));
export const deepStrictEqual = comparing('deepStrictEqual', isDeepStrictEqual);
export const notDeepStrictEqual = comparing(
  'notDeepStrictEqual',
  (one, other) => !isDeepStrictEqual(one, other),
);
export const match = comparing('match', (text, pattern) => isMatch(text, pattern));
export const doesNotMatch = comparing('doesNotMatch', (text, pattern) => !isMatch(text, pattern));

function isMatch(text: unknown, pattern: unknown): boolean {
  return typeof text === 'string' && pattern instanceof RegExp && pattern.test(text);
}

export function ifError(value: unknown): void {
  if (value === null || value === undefined) return;
  const said = value instanceof Error ? value.message : inspect(value);
  throw new AssertionError({ message: `ifError got unwanted exception: ${said}`, actual: value });
}

/** A pattern, a class, a function that says so, or fields that the error has. */
function isExpected(error: unknown, expected: unknown): boolean {
  if (expected instanceof RegExp) return expected.test(String(error));
  if (typeof expected === 'function') {
    const { prototype } = expected;
    if (prototype !== undefined && error instanceof expected) return true;
    return !(prototype instanceof Error) && expected !== Error && expected(error) === true;
  }
  if (!isObject(expected)) return true;
  return Object.entries(expected).every(([key, value]) => {
    const found = isObject(error) ? Reflect.get(error, key) : undefined;
    return value instanceof RegExp ? value.test(String(found)) : isDeepStrictEqual(found, value);
  });
}

function judgeThrown(error: unknown, expected: unknown, message: unknown): void {
  if (isExpected(error, expected)) return;
  if (message === undefined) throw error;
  assertThat(false, { message, actual: error, expected, operator: 'throws' });
}

const MISSING = 'Missing expected exception';

export function throws(run: () => unknown, expected?: unknown, message?: unknown): void {
  const said = typeof expected === 'string' ? expected : message;
  let error: unknown;
  try {
    run();
  } catch (thrown) {
    error = thrown;
    judgeThrown(error, expected, said);
    return;
  }
  assertThat(false, { message: said ?? MISSING, expected, operator: 'throws' });
}

type Work = Promise<unknown> | (() => Promise<unknown>);

export async function rejects(work: Work, expected?: unknown, message?: unknown): Promise<void> {
  const said = typeof expected === 'string' ? expected : message;
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (thrown) {
    judgeThrown(thrown, expected, said);
    return;
  }
  assertThat(false, { message: said ?? MISSING, expected, operator: 'rejects' });
}

export function doesNotThrow(run: () => unknown): void {
  run();
}

export async function doesNotReject(work: Work): Promise<void> {
  await (typeof work === 'function' ? work() : work);
}

const loose = {
  ...{ AssertionError, ok, fail, ifError, match, doesNotMatch, throws, rejects },
  ...{ doesNotThrow, doesNotReject, strictEqual, notStrictEqual, deepStrictEqual },
  ...{ notDeepStrictEqual, equal, notEqual, deepEqual, notDeepEqual },
};
const asserting = (value?: unknown, message?: unknown): void => ok(value, message);

export const strict: typeof asserting & object = Object.assign(asserting.bind(undefined), loose, {
  ...{ equal: strictEqual, notEqual: notStrictEqual },
  ...{ deepEqual: deepStrictEqual, notDeepEqual: notDeepStrictEqual },
});
Object.assign(strict, { strict });

const assert: typeof asserting & object = Object.assign(asserting, loose, { strict });
export default assert;
