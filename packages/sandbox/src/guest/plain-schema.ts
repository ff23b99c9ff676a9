import { create, createSafeTable, hasOwn, isArray, keysOf, type SafeTable } from './intrinsics.ts';
import {
  ANY,
  both,
  compileChoice,
  compileNumber,
  compileText,
  limitOf,
  MAX_LENGTH,
  type PlainCheck,
  type Schema,
} from './plain-values.ts';

const MAX_DEPTH = 16;
const NUMERIC = 'minimum maximum exclusiveMinimum exclusiveMaximum enum const';

// Read while the snapshot is taken, before there is anything that an extension could have changed.
const ANNOTATIONS = tableOf(
  'type title description default examples deprecated readOnly writeOnly $comment $schema',
);
/** Keywords that are understood here, by type. */
const KEYWORDS: { readonly [type: string]: Readonly<Record<string, true>> } = {
  __proto__: null as never,
  any: tableOf('$comment'),
  string: tableOf('minLength maxLength enum const'),
  number: tableOf(NUMERIC),
  integer: tableOf(NUMERIC),
  boolean: tableOf('enum const'),
  null: tableOf('enum const'),
  array: tableOf('items minItems maxItems'),
  object: tableOf('properties required additionalProperties'),
};

function tableOf(words: string): Readonly<Record<string, true>> {
  const table = create(null) as Record<string, true>;
  for (const word of words.split(' ')) table[word] = true;
  return table;
}

/**
 * A check for schemas of types, properties, lists, limits and plain values, as most tools have; undefined
 * for any other. It runs in the realm of the extension, so it uses nothing that can be replaced
 * there: own properties, operators, and what `intrinsics` kept.
 */
export function compilePlainCheck(schema: unknown, depth = 0): PlainCheck | undefined {
  if (schema === true) return ANY;
  if (!isRecord(schema) || depth > MAX_DEPTH) return undefined;
  const type = hasOwn(schema, 'type') ? schema['type'] : 'any';
  if (typeof type !== 'string' || !understandsAll(schema, type)) return undefined;
  switch (type) {
    case 'any':
      return hasOwn(schema, 'type') ? undefined : ANY;
    case 'string':
      return compileText(schema);
    case 'number':
    case 'integer':
      return compileNumber(schema, type === 'integer');
    case 'boolean':
      return both((value) => typeof value === 'boolean', compileChoice(schema));
    case 'null':
      return both((value) => value === null, compileChoice(schema));
    case 'array':
      return compileList(schema, depth);
    default:
      return compileObject(schema, depth);
  }
}

function understandsAll(schema: Schema, type: string): boolean {
  const known = KEYWORDS[type];
  const keys = keysOf(schema);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    if (known?.[key] !== true && ANNOTATIONS[key] !== true) return false;
  }
  return known !== undefined;
}

function compileList(schema: Schema, depth: number): PlainCheck | undefined {
  const min = limitOf(schema, 'minItems', 0);
  const max = limitOf(schema, 'maxItems', MAX_LENGTH);
  const item = hasOwn(schema, 'items') ? compilePlainCheck(schema['items'], depth + 1) : ANY;
  if (min === undefined || max === undefined || item === undefined) return undefined;
  return (value) => {
    if (!isArray(value) || value.length < min || value.length > max) return false;
    for (let index = 0; index < value.length; index += 1) if (!item(value[index])) return false;
    return true;
  };
}

interface PlainProperty {
  readonly name: string;
  readonly fits: PlainCheck;
  isRequired: boolean;
}

/** By place, so that they are checked in order, and by name. */
interface PlainProperties {
  readonly list: SafeTable<PlainProperty>;
  readonly byName: { readonly [name: string]: PlainProperty };
  readonly count: number;
}

function compileObject(schema: Schema, depth: number): PlainCheck | undefined {
  const properties = compileProperties(schema, depth);
  const others = hasOwn(schema, 'additionalProperties') ? schema['additionalProperties'] : true;
  const other = others === false ? undefined : compilePlainCheck(others, depth + 1);
  if (properties === undefined || (others !== false && other === undefined)) return undefined;
  const { list, byName, count } = properties;
  return (value) => {
    if (!isRecord(value)) return false;
    let found = 0;
    for (let index = 0; index < count; index += 1) {
      const { name, fits, isRequired } = list[index] as PlainProperty;
      if (hasOwn(value, name)) {
        if (!fits(value[name])) return false;
        found += 1;
      } else if (isRequired) return false;
    }
    if (others === true) return true;
    const keys = keysOf(value);
    if (other === undefined) return keys.length === found;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as string;
      if (byName[key] === undefined && !other(value[key])) return false;
    }
    return true;
  };
}

function compileProperties(schema: Schema, depth: number): PlainProperties | undefined {
  const byName = create(null) as { [name: string]: PlainProperty };
  const list = createSafeTable<PlainProperty>();
  const declared = hasOwn(schema, 'properties') ? schema['properties'] : {};
  const required = hasOwn(schema, 'required') ? schema['required'] : [];
  if (!isRecord(declared) || !isArray(required)) return undefined;
  const names = keysOf(declared);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string;
    const fits = compilePlainCheck(declared[name], depth + 1);
    if (fits === undefined) return undefined;
    list[index] = byName[name] = { name, fits, isRequired: false };
  }
  for (let index = 0; index < required.length; index += 1) {
    const name: unknown = required[index];
    const property = typeof name === 'string' ? byName[name] : undefined;
    if (property === undefined) return undefined;
    property.isRequired = true;
  }
  return { list, byName, count: names.length };
}

function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !isArray(value);
}
