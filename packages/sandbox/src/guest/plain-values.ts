import { hasOwn, isArray, isFiniteNumber, isInteger } from './intrinsics.ts';

/** True for a parsed JSON value that certainly fits; false leaves it open. */
export type PlainCheck = (value: unknown) => boolean;

/** A schema as `JSON.parse` gives it: its own properties are data, and no others are read. */
export type Schema = { readonly [keyword: string]: unknown };

/** Beyond, the checker's own arithmetic on lengths is not exact. */
export const MAX_LENGTH: number = 2 ** 29;

export const ANY: PlainCheck = () => true;

export function both(first: PlainCheck, second: PlainCheck | undefined): PlainCheck | undefined {
  if (second === undefined || second === ANY) return second === undefined ? undefined : first;
  return (value) => first(value) && second(value);
}

/** Of `enum` and `const`, for values that are no objects. */
export function compileChoice(schema: Schema): PlainCheck | undefined {
  const listed = hasOwn(schema, 'enum') ? compileEnum(schema['enum']) : ANY;
  if (!hasOwn(schema, 'const')) return listed;
  const only = schema['const'];
  if (listed === undefined || isObject(only)) return undefined;
  return (value) => value === only && listed(value);
}

function compileEnum(values: unknown): PlainCheck | undefined {
  if (!isArray(values)) return undefined;
  for (let index = 0; index < values.length; index += 1) {
    if (isObject(values[index])) return undefined;
  }
  return (value) => {
    for (let index = 0; index < values.length; index += 1) {
      if (values[index] === value) return true;
    }
    return false;
  };
}

/** Lengths are counted in code points: of a text of so many units, at least half. */
export function compileText(schema: Schema): PlainCheck | undefined {
  const min = limitOf(schema, 'minLength', 0);
  const max = limitOf(schema, 'maxLength', MAX_LENGTH);
  if (min === undefined || max === undefined) return undefined;
  const minUnits = min > 1 ? min * 2 : min;
  return both(
    (value) => typeof value === 'string' && value.length >= minUnits && value.length <= max,
    compileChoice(schema),
  );
}

export function compileNumber(schema: Schema, isWhole: boolean): PlainCheck | undefined {
  const min = boundOf(schema, 'minimum', -Infinity);
  const max = boundOf(schema, 'maximum', Infinity);
  const above = boundOf(schema, 'exclusiveMinimum', -Infinity);
  const below = boundOf(schema, 'exclusiveMaximum', Infinity);
  if (min === undefined || max === undefined || above === undefined || below === undefined)
    return undefined;
  return both(
    (value) =>
      typeof value === 'number' &&
      (isWhole ? isInteger(value) : isFiniteNumber(value)) &&
      value >= min &&
      value <= max &&
      value > above &&
      value < below,
    compileChoice(schema),
  );
}

/** A whole number of things; undefined where the schema has something else. */
export function limitOf(schema: Schema, keyword: string, otherwise: number): number | undefined {
  if (!hasOwn(schema, keyword)) return otherwise;
  const limit = schema[keyword];
  const isLimit = typeof limit === 'number' && isInteger(limit) && limit >= 0;
  return isLimit && limit < MAX_LENGTH ? limit : undefined;
}

function boundOf(schema: Schema, keyword: string, otherwise: number): number | undefined {
  if (!hasOwn(schema, keyword)) return otherwise;
  const bound = schema[keyword];
  return typeof bound === 'number' && isFiniteNumber(bound) ? bound : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
