import { canonicalJson } from '@mortise/contracts';
import type { Condition, Work } from './condition.ts';
import { ConditionFault } from './condition-fault.ts';
import { isRecord, type KeywordCompiler } from './keyword-place.ts';
import { compilePattern } from './linear-pattern.ts';

const TYPES: ReadonlyMap<unknown, (value: unknown) => boolean> = new Map([
  ['null', (value) => value === null],
  ['boolean', (value) => typeof value === 'boolean'],
  ['number', (value) => typeof value === 'number'],
  ['integer', (value) => Number.isInteger(value)],
  ['string', (value) => typeof value === 'string'],
  ['array', (value) => Array.isArray(value)],
  ['object', isRecord],
]);

const bound =
  (holds: (number: number, limit: number) => boolean): KeywordCompiler =>
  ({ value: limit, at }) => {
    if (typeof limit !== 'number') throw new ConditionFault(at, 'expected a number.');
    return (value) => typeof value !== 'number' || holds(value, limit);
  };

/** Whether a text has so many characters at least. Most often its length says so: a character has one unit or two. */
function hasChars(text: string, least: number, work: Work): boolean {
  if (text.length < least) return false;
  return text.length >= 2 * least || charsOf(text, work) >= least;
}

/** Characters as JSON Schema counts them: a pair of surrogates is one. */
function charsOf(text: string, work: Work): number {
  work.spend(text.length);
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Keywords that look at one value and at nothing inside of it. They say nothing to values of other types. */
export const VALUE_KEYWORDS = {
  type: ({ value: asked }) => {
    const tests = [asked].flat().flatMap((name) => TYPES.get(name) ?? []);
    const [only] = tests;
    if (only !== undefined && tests.length === 1) return only;
    return (value) => tests.some((is) => is(value));
  },
  const: ({ value: wanted }) => equalTo([wanted]),
  // The check of its kind has seen that it is a list.
  enum: ({ value: wanted }) => equalTo(wanted as readonly unknown[]),
  minimum: bound((number, limit) => number >= limit),
  maximum: bound((number, limit) => number <= limit),
  exclusiveMinimum: bound((number, limit) => number > limit),
  exclusiveMaximum: bound((number, limit) => number < limit),
  multipleOf: bound((number, factor) => Number.isInteger(number / factor)),
  minLength:
    ({ value: least }) =>
    (value, work) =>
      typeof value !== 'string' || hasChars(value, Number(least), work),
  maxLength:
    ({ value: most }) =>
    (value, work) =>
      typeof value !== 'string' || !hasChars(value, Math.floor(Number(most)) + 1, work),
  pattern: ({ value: pattern, at }) => {
    const matches = patternAt(String(pattern), at);
    return (value, work) => typeof value !== 'string' || matches(value, work);
  },
  minItems:
    ({ value: least }) =>
    (value) =>
      !Array.isArray(value) || value.length >= Number(least),
  maxItems:
    ({ value: most }) =>
    (value) =>
      !Array.isArray(value) || value.length <= Number(most),
  uniqueItems:
    ({ value: isAsked }) =>
    (value, work) => {
      if (isAsked !== true || !Array.isArray(value)) return true;
      const texts = new Set(value.map((item) => textOf(item, work)));
      return texts.size === value.length;
    },
  minProperties:
    ({ value: least }) =>
    (value) =>
      !isRecord(value) || Object.keys(value).length >= Number(least),
  maxProperties:
    ({ value: most }) =>
    (value) =>
      !isRecord(value) || Object.keys(value).length <= Number(most),
  required: ({ value: names }) => {
    const wanted = names as readonly string[];
    return (value) => !isRecord(value) || wanted.every((name) => Object.hasOwn(value, name));
  },
  dependentRequired: ({ value: dependents }) => {
    const entries = Object.entries(dependents as { readonly [name: string]: readonly string[] });
    return (value) =>
      !isRecord(value) ||
      entries.every(
        ([name, others]) =>
          !Object.hasOwn(value, name) || others.every((other) => Object.hasOwn(value, other)),
      );
  },
} as const satisfies { readonly [name: string]: KeywordCompiler };

/** A pattern that cannot be run in linear time is a mistake at its place. */
export function patternAt(pattern: string, at: readonly string[]) {
  const compiled = compilePattern(pattern);
  if (compiled.status === 'ok') return compiled.matches;
  throw new ConditionFault(at, `the pattern cannot be used: ${compiled.reason}.`);
}

function equalTo(wanted: readonly unknown[]): Condition {
  const scalars = new Set(wanted.filter((each) => typeof each !== 'object' || each === null));
  const texts = new Set(
    wanted.filter((each) => typeof each === 'object' && each !== null).map(canonicalJson),
  );
  return (value, work) => {
    if (typeof value !== 'object' || value === null) return scalars.has(value);
    return texts.size > 0 && texts.has(textOf(value, work));
  };
}

/** Equal data has equal text: keys in order, and one way to write a number. */
function textOf(value: unknown, work: Work): string {
  const text = canonicalJson(value);
  work.spend(text.length);
  return text;
}
