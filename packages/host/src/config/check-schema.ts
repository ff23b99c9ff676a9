import { ConfigFile, type JsonValue, nearestName } from '@mortise/contracts';
import type { TSchema } from '@sinclair/typebox';
import { Value, type ValueError, ValueErrorType, ValuePointer } from '@sinclair/typebox/value';
import type { ConfigFinding, ConfigFindings } from './config-findings.ts';
import { joinIndex, joinKey } from './config-path.ts';

/**
 * Checks plain data against the one schema and reports every difference.
 * Returns the data as a `ConfigFile` if everything that is known has the right shape: unknown
 * keys have been reported and are not read, so that references can be checked as well.
 */
export function checkSchema(value: JsonValue, findings: ConfigFindings): ConfigFile | undefined {
  let hasRightShape = true;
  for (const top of Value.Errors(ConfigFile, value)) {
    for (const error of expandUnion(top)) {
      const isUnknownKey = error.type === ValueErrorType.ObjectAdditionalProperties;
      hasRightShape &&= isUnknownKey;
      const path = pathOf(error.path, value);
      findings.report(isUnknownKey ? unknownKey(error, path) : wrongValue(error, path));
      if (findings.isOverflowing) return undefined;
    }
  }
  return hasRightShape ? (value as ConfigFile) : undefined;
}

/** A union fails as a whole; a person wants to know what is wrong with the variant they meant. */
function expandUnion(error: ValueError): readonly ValueError[] {
  if (error.type !== ValueErrorType.Union) return [error];
  const variants = error.errors.map((errors) => [...errors]);
  const meant = variants.filter(
    (errors) => !errors.some((inner) => inner.path === error.path && KIND_ERRORS.has(inner.type)),
  );
  const only = meant.length === 1 ? meant[0] : variants[nearestVariant(error)];
  return only === undefined ? [error] : only.flatMap(expandUnion);
}

/** Of several mappings, the one that most of the written keys are of and no other; -1 if that is none. */
function nearestVariant({ schema, value }: ValueError): number {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return -1;
  const variants = unionOf(schema).map((each) => Object.keys(each['properties'] ?? {}));
  const telling = Object.keys(value).filter((key) => !variants.every((keys) => keys.includes(key)));
  const counts = variants.map((keys) => telling.filter((key) => keys.includes(key)).length);
  const most = Math.max(...counts);
  const isOnly = most > 0 && counts.filter((count) => count === most).length === 1;
  return isOnly ? counts.indexOf(most) : -1;
}

function unionOf(schema: TSchema): readonly TSchema[] {
  const variants: unknown = schema['anyOf'];
  return Array.isArray(variants) ? variants : [];
}

const KIND_ERRORS: ReadonlySet<ValueErrorType> = new Set([
  ValueErrorType.Array,
  ValueErrorType.Boolean,
  ValueErrorType.Integer,
  ValueErrorType.Literal,
  ValueErrorType.Null,
  ValueErrorType.Object,
  ValueErrorType.String,
]);

function unknownKey(error: ValueError, path: string): ConfigFinding {
  const key = [...ValuePointer.Format(error.path)].at(-1) ?? '';
  const suggestion = nearestName(key, Object.keys(error.schema['properties'] ?? {}));
  const question = suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`;
  return {
    code: 'unknown_key',
    path,
    subject: key,
    message: `this key is unknown${question || '.'}`,
    ...(suggestion && { hint: `Write \`${suggestion}\`, or remove the key.` }),
    isFatalForPath: true,
  };
}

function wrongValue(error: ValueError, path: string): ConfigFinding {
  if (error.type === ValueErrorType.IntegerMaximum) return tooHigh(error, path);
  const isMissing = error.type === ValueErrorType.ObjectRequiredProperty;
  const message = isMissing
    ? `this is missing: ${describeSchema(error.schema)}.`
    : (describeBound(error) ??
      `expected ${describeSchema(error.schema)}, found ${describeKind(error.value)}.`);
  return { code: 'config_invalid', path, message, isFatalForPath: true };
}

function tooHigh({ schema }: ValueError, path: string): ConfigFinding {
  const message = `at most ${schema['maximum']} is possible here.`;
  return { code: 'limit_too_high', path, message, isFatalForPath: true };
}

/** For what has the right kind and is too much or too little of it. */
function describeBound({ type, schema }: ValueError): string | undefined {
  switch (type) {
    case ValueErrorType.ArrayMaxItems:
      return `at most ${schema['maxItems']} entries are possible here.`;
    case ValueErrorType.ArrayMinItems:
      return `at least ${schema['minItems']} entries are needed here.`;
    case ValueErrorType.ObjectMinProperties:
      return `at least one of ${listKeys(Object.keys(schema['properties'] ?? {}))} is needed here.`;
    case ValueErrorType.StringMaxLength:
      return `at most ${schema['maxLength']} characters are possible here.`;
    case ValueErrorType.NumberMaximum:
      return `at most ${schema['maximum']} is possible here.`;
    case ValueErrorType.NumberExclusiveMinimum:
      return `more than ${schema['exclusiveMinimum']} is needed here.`;
    default:
      return undefined;
  }
}

/** In words, without the value: it may have come from the environment. */
function describeSchema(schema: TSchema): string {
  const variants = unionOf(schema);
  if (variants.length > 0) return [...new Set(variants.map(describeVariant))].join(' or ');
  if (Object.hasOwn(schema, 'const')) return `\`${String(schema['const'])}\``;
  // A pattern is for programs; people read what it stands for, where that is written down.
  if (Array.isArray(schema.examples)) return `text like ${schema.examples.join(', ')}`;
  if (typeof schema['pattern'] === 'string') return `text like ${schema['pattern']}`;
  if (schema['minLength'] !== undefined) return 'text that is not empty';
  if (schema['minimum'] !== undefined) return `a whole number from ${schema['minimum']}`;
  return KIND_WORDS.get(String(schema['type'])) ?? 'another value';
}

/** Mappings that a union tells apart have keys that they need. */
function describeVariant(schema: TSchema): string {
  const needed: unknown = schema['required'];
  if (!Array.isArray(needed) || needed.length === 0) return describeSchema(schema);
  return `a mapping with ${listKeys(needed)}`;
}

function listKeys(keys: readonly string[]): string {
  return keys.map((key) => `\`${key}\``).join(', ');
}

const KIND_WORDS: ReadonlyMap<string, string> = new Map([
  ['object', 'a mapping'],
  ['array', 'a list'],
  ['string', 'text'],
  ['boolean', 'true or false'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['null', 'nothing'],
]);

function describeKind(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (value === '') return 'empty text';
  return typeof value === 'string' ? 'other text' : `a ${typeof value}`;
}

function pathOf(pointer: string, root: JsonValue): string {
  let path = '';
  let value: unknown = root;
  for (const segment of ValuePointer.Format(pointer)) {
    const isList = Array.isArray(value);
    path = isList ? joinIndex(path, Number(segment)) : joinKey(path, segment);
    value = childOf(value, segment);
  }
  return path;
}

function childOf(value: unknown, segment: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment))
    return undefined;
  // `hasOwn` above: a segment is a name from outside.
  return (value as { readonly [key: string]: unknown })[segment];
}
