import type { TSchema } from '@sinclair/typebox';
import { Value, type ValueError, ValueErrorType, ValuePointer } from '@sinclair/typebox/value';
import { nearestName } from '../text/nearest-name.ts';
import { showOnOneLine } from '../text/show-hidden.ts';
import { describeSchema, literalsOf, unionOf } from './describe-schema.ts';

/** One difference of a value from its schema, in words for who wrote the value. */
export interface SchemaFault {
  readonly kind: 'missing' | 'unknown_key' | 'wrong';
  /** JSON pointer to it. */
  readonly pointer: string;
  /** Without the path: `expected "agent" or "shared", not "private"`. */
  readonly message: string;
  /** For a key that is unknown: the one that was most likely meant. */
  readonly near?: string;
  /** For a key that is unknown: what may stand there. */
  readonly keys?: readonly string[];
}

/** How words and values are written: they differ from one format to the next. */
export interface SchemaWords {
  readonly quote: (text: string) => string;
  /** What was found: `not "private"`, or only its kind where the value may be a secret. */
  readonly found: (value: unknown) => string;
  /** The value that was most likely meant is named. */
  readonly suggests: boolean;
}

const MAX_FOUND_CHARS = 60;
const MAX_KEYS = 24;

/** For JSON that its author reads: values are shown, on one line and cut. */
export const JSON_WORDS: SchemaWords = Object.freeze({
  quote: (text: string) => JSON.stringify(text),
  found: (value: unknown) => `, not ${showValue(value)}`,
  suggests: true,
});

/** For a value that must not be shown: it may have come from the environment. */
export const PRIVATE_WORDS: SchemaWords = Object.freeze({
  quote: (text: string) => `\`${text}\``,
  found: (value: unknown) => `, found ${describeKind(value)}`,
  suggests: false,
});

/** The first difference of JSON from its schema as `a.b[0]: what is expected`; undefined if there is none. */
export function explainFirstFault(
  schema: TSchema,
  value: unknown,
  prefix = '',
): string | undefined {
  const error = Value.Errors(schema, value).First();
  if (error === undefined) return undefined;
  const fault = expandUnion(error)
    .map((each) => explainSchemaError(each, JSON_WORDS))
    .at(0);
  if (fault === undefined) return undefined;
  const { message, pointer, kind, near, keys = [] } = fault;
  const more =
    kind !== 'unknown_key' || near !== undefined || keys.length === 0
      ? ''
      : `; what may stand there: ${listKeys(keys)}`;
  const path = showPointer(pointer, prefix);
  return path === '' ? `${message}${more}` : `${path}: ${message}${more}`;
}

/** Says what is wrong, never in the words of a library or of a schema where there are plain ones. */
export function explainSchemaError(error: ValueError, words: SchemaWords): SchemaFault {
  const pointer = error.path;
  if (error.type === ValueErrorType.ObjectAdditionalProperties) return unknownKey(error, words);
  if (error.type === ValueErrorType.ObjectRequiredProperty) {
    const expected = describeSchema(error.schema, words.quote);
    return { kind: 'missing', pointer, message: `is missing: ${expected}` };
  }
  const bound = describeBound(error, words.quote);
  if (bound !== undefined) return { kind: 'wrong', pointer, message: bound };
  const { pattern, examples } = error.schema;
  if (words.suggests && error.type === ValueErrorType.StringPattern && examples === undefined) {
    return {
      kind: 'wrong',
      pointer,
      message: `${showValue(error.value)} does not match ${pattern}`,
    };
  }
  const expected = describeSchema(error.schema, words.quote);
  const near = words.suggests ? nearestChoice(error) : undefined;
  const question = near === undefined ? '' : `; did you mean ${words.quote(near)}?`;
  return {
    kind: 'wrong',
    pointer,
    message: `expected ${expected}${words.found(error.value)}${question}`,
  };
}

/** A union fails as a whole; a person wants to know what is wrong with the variant they meant. */
export function expandUnion(error: ValueError): readonly ValueError[] {
  if (error.type !== ValueErrorType.Union) return [error];
  const variants = error.errors.map((errors) => [...errors]);
  const meant = variants.filter(
    (errors) => !errors.some((inner) => inner.path === error.path && KIND_ERRORS.has(inner.type)),
  );
  const only = meant.length === 1 ? meant[0] : variants[nearestVariant(error)];
  return only === undefined ? [error] : only.flatMap(expandUnion);
}

/** `/network/allowedHosts/0` as `network.allowedHosts[0]`, below a prefix. */
export function showPointer(pointer: string, prefix = ''): string {
  return [...ValuePointer.Format(pointer)].reduce((path, rawKey) => {
    const key = showOnOneLine(rawKey.slice(0, 100));
    if (/^\d+$/.test(key)) return `${path}[${key}]`;
    return path === '' ? key : `${path}.${key}`;
  }, prefix);
}

/** Keys for the end of a hint, bounded. */
export function listKeys(keys: readonly string[]): string {
  const more = keys.length - MAX_KEYS;
  return `${keys.slice(0, MAX_KEYS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function unknownKey({ path, schema }: ValueError, { quote }: SchemaWords): SchemaFault {
  const key = [...ValuePointer.Format(path)].at(-1) ?? '';
  const keys = Object.keys(schema['properties'] ?? {});
  const near = nearestName(key, keys);
  const question = near === undefined ? '' : `, did you mean ${quote(near)}?`;
  const fault = { kind: 'unknown_key', pointer: path, message: `unknown key${question}` } as const;
  return { ...fault, keys, ...(near === undefined ? {} : { near }) };
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

function nearestChoice({ schema, value }: ValueError): string | undefined {
  if (typeof value !== 'string') return undefined;
  return nearestName(
    value,
    literalsOf(schema).filter((each) => typeof each === 'string'),
  );
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

/** For what has the right kind and is too much or too little of it. */
function describeBound(
  { type, schema }: ValueError,
  quote: SchemaWords['quote'],
): string | undefined {
  switch (type) {
    case ValueErrorType.ArrayMaxItems:
      return `at most ${schema['maxItems']} entries are possible here`;
    case ValueErrorType.ArrayMinItems:
      return `at least ${schema['minItems']} entries are needed here`;
    case ValueErrorType.ArrayUniqueItems:
      return 'an entry stands here twice';
    case ValueErrorType.ObjectMinProperties:
      return `at least one of ${Object.keys(schema['properties'] ?? {})
        .map(quote)
        .join(', ')} is needed here`;
    case ValueErrorType.StringMaxLength:
      return `at most ${schema['maxLength']} characters are possible here`;
    case ValueErrorType.IntegerMaximum:
    case ValueErrorType.NumberMaximum:
      return `at most ${schema['maximum']} is possible here`;
    case ValueErrorType.NumberExclusiveMinimum:
      return `more than ${schema['exclusiveMinimum']} is needed here`;
    default:
      return undefined;
  }
}

/** On one line, cut: a stranger may have written it. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'a mapping';
  const text = typeof value === 'string' ? value.slice(0, MAX_FOUND_CHARS) : value;
  const cut = typeof value === 'string' && value.length > MAX_FOUND_CHARS ? '…' : '';
  return `${showOnOneLine(JSON.stringify(text) ?? 'nothing')}${cut}`;
}

function describeKind(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (value === '') return 'empty text';
  return typeof value === 'string' ? 'other text' : `a ${typeof value}`;
}
