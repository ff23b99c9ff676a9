import { isRecord, type JsonRecord } from './keyword-place.ts';

/** Why a schema accepts nothing at all, as far as that is plain to see. */
export function emptiness(schema: unknown): string | undefined {
  if (schema === false) return '`false` accepts nothing';
  if (!isRecord(schema)) return undefined;
  return contradiction(schema) ?? emptyPart(schema);
}

/** Bounds that no value is between. */
const BOUNDS: readonly (readonly [least: string, most: string])[] = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
];

const TYPE_OF_BOUND: { readonly [least: string]: string } = {
  minimum: 'number',
  minLength: 'string',
  minItems: 'array',
  minProperties: 'object',
};

function contradiction(schema: JsonRecord): string | undefined {
  const types = typesOf(schema);
  for (const [least, most] of BOUNDS) {
    const isOver = Number(schema[least]) > Number(schema[most]);
    const type = TYPE_OF_BOUND[least];
    if (
      isOver &&
      types?.every((each) => each === type || (each === 'integer' && type === 'number'))
    )
      return `\`${least}\` is above \`${most}\``;
  }
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  if (types === undefined || !Array.isArray(values)) return undefined;
  const fits = values.some(
    (value) =>
      types.includes(typeName(value)) || (types.includes('integer') && Number.isInteger(value)),
  );
  return fits ? undefined : 'its values are of another type than `type` says';
}

function emptyPart(schema: JsonRecord): string | undefined {
  const { allOf, anyOf, oneOf, properties, required } = schema;
  const all = Array.isArray(allOf) ? allOf.map(emptiness).find(Boolean) : undefined;
  if (all !== undefined) return all;
  for (const some of [anyOf, oneOf]) {
    const reasons = Array.isArray(some) ? some.map(emptiness) : [];
    if (reasons.length > 0 && reasons.every((each) => each !== undefined)) return reasons[0];
  }
  if (!isRecord(properties) || !Array.isArray(required)) return undefined;
  const wanted = required.filter((name) => Object.hasOwn(properties, String(name)));
  return wanted.map((name) => emptiness(properties[String(name)])).find(Boolean);
}

/** Names of arguments that a schema looks at, at the top of a value, whatever stands around them. */
export function namedArguments(schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  collect(schema, names);
  return names;
}

function collect(schema: unknown, names: Set<string>): void {
  if (!isRecord(schema)) return;
  const { properties, required } = schema;
  if (isRecord(properties)) for (const name of Object.keys(properties)) names.add(name);
  if (Array.isArray(required)) for (const name of required) names.add(String(name));
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    const parts = schema[key];
    if (Array.isArray(parts)) for (const part of parts) collect(part, names);
  }
  for (const key of ['not', 'if', 'then', 'else']) collect(schema[key], names);
}

/** Properties that a schema constrains but does not ask for: a value without them is accepted. */
export function optionalArguments(schema: unknown): readonly string[] {
  if (!isRecord(schema)) return [];
  const { properties, required, allOf } = schema;
  const inner = Array.isArray(allOf) ? allOf.flatMap(optionalArguments) : [];
  const asked = new Set<unknown>([
    ...(Array.isArray(required) ? required : []),
    ...(Array.isArray(allOf)
      ? allOf.flatMap((part) =>
          isRecord(part) && Array.isArray(part['required']) ? part['required'] : [],
        )
      : []),
  ]);
  const own = isRecord(properties)
    ? Object.keys(properties).filter((name) => properties[name] !== true)
    : [];
  return [...own, ...inner].filter((name) => !asked.has(name));
}

function typesOf({ type }: JsonRecord): readonly string[] | undefined {
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.map(String) : undefined;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
