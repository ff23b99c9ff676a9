/** What a keyword of JSON Schema takes. `holds` says where schemas are in it. */
export interface SchemaKeyword {
  readonly takes: string;
  readonly accepts: (value: unknown) => boolean;
  readonly holds?: 'schema' | 'list' | 'map';
  /** People and models read it; no check depends on it. */
  readonly isNote?: true;
}

const TYPES: readonly unknown[] = [
  ...['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'],
];

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
const isType = (value: unknown) => TYPES.includes(value);
const isSchema = (value: unknown) => isFlag(value) || isRecord(value);
const isList = (value: unknown) => Array.isArray(value) && value.length > 0;
const isSchemaList = (value: unknown) => Array.isArray(value) && value.every(isSchema);
const isNameList = (value: unknown) =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
const isMapOf = (accepts: (value: unknown) => boolean) => (value: unknown) =>
  isRecord(value) && Object.values(value).every(accepts);

const text = { takes: 'text', accepts: isText } as const;
const note = { ...text, isNote: true } as const;
/** Of any kind. */
const remark = { takes: 'any value', accepts: () => true, isNote: true } as const;
const number = { takes: 'a number', accepts: isNumber } as const;
/** Up to draft 4 it was a flag beside the bound. */
const bound = { takes: 'a number', accepts: (value: unknown) => isNumber(value) || isFlag(value) };
const count = { takes: 'a whole number from 0', accepts: isCount } as const;
const flag = { takes: 'true or false', accepts: isFlag } as const;
const names = { takes: 'a list of different names', accepts: isNameList } as const;
const schema = { takes: 'a schema', accepts: isSchema, holds: 'schema' } as const;
const schemas = {
  takes: 'a list of schemas that is not empty',
  accepts: (value: unknown) => isList(value) && isSchemaList(value),
  holds: 'list',
} as const;
const map = { takes: 'schemas by name', accepts: isMapOf(isSchema), holds: 'map' } as const;

/** Every keyword of drafts 4 to 2020-12 whose value has to be of a kind. Others say nothing to a check. */
const KEYWORDS = {
  type: {
    takes: 'a JSON type or a list of them',
    accepts: (value) =>
      isType(value) || (isList(value) && isNameList(value) && every(value, isType)),
  },
  enum: { takes: 'a list that is not empty', accepts: isList },
  const: { takes: 'any value', accepts: () => true },
  multipleOf: {
    takes: 'a number above 0',
    accepts: (value) => isNumber(value) && Number(value) > 0,
  },
  ...{ minimum: number, maximum: number, exclusiveMinimum: bound, exclusiveMaximum: bound },
  ...{ minLength: count, maxLength: count, minItems: count, maxItems: count },
  ...{ minProperties: count, maxProperties: count, minContains: count, maxContains: count },
  ...{ uniqueItems: flag, readOnly: flag, writeOnly: flag, deprecated: flag },
  pattern: { takes: 'a pattern that compiles', accepts: isPattern },
  required: names,
  dependentRequired: { takes: 'lists of names by name', accepts: isMapOf(isNameList) },
  dependencies: {
    takes: 'schemas or lists of names by name',
    accepts: isMapOf((value) => isSchema(value) || isNameList(value)),
    holds: 'map',
  },
  ...{ properties: map, $defs: map, definitions: map, dependentSchemas: map },
  patternProperties: {
    takes: 'schemas by patterns that compile',
    accepts: (value) => isMapOf(isSchema)(value) && every(Object.keys(value as object), isPattern),
    holds: 'map',
  },
  items: { ...schema, accepts: (value) => isSchema(value) || isSchemaList(value) },
  ...{ additionalItems: schema, prefixItems: schemas, contains: schema, propertyNames: schema },
  ...{ additionalProperties: schema, unevaluatedItems: schema, unevaluatedProperties: schema },
  ...{ allOf: schemas, anyOf: schemas, oneOf: schemas, not: schema },
  ...{ if: schema, else: schema, contentSchema: schema },
  ...{ format: text, contentEncoding: text, contentMediaType: text },
  ...{ $id: text, $schema: text, $ref: text, $anchor: text, $dynamicRef: text },
  ...{ $dynamicAnchor: text, $recursiveRef: text },
  ...{ title: note, description: note, $comment: note, default: remark, examples: remark },
} as const satisfies Readonly<Record<string, SchemaKeyword>>;

export const SCHEMA_KEYWORDS: ReadonlyMap<string, SchemaKeyword> = new Map<string, SchemaKeyword>([
  ...Object.entries(KEYWORDS),
  // In the table it would look like a promise.
  ['then', schema],
]);

function isPattern(value: unknown): boolean {
  return typeof value === 'string' && (compiles(value, 'u') || compiles(value, ''));
}

/** Parsed, never run: a pattern of a stranger may not end. */
function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

function every(list: unknown, accepts: (value: unknown) => boolean): boolean {
  return Array.isArray(list) && list.every(accepts);
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
