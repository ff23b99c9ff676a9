import type { FormSchema, JsonValue } from '@mortise/contracts';

interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const EXAMPLES: Readonly<Record<string, unknown>> = {
  string: 'text',
  number: 5,
  integer: 5,
  boolean: true,
  array: [],
  object: {},
};

/** Arguments that a schema of the suite accepts: a value of its type for each property. */
export function argumentsFor(schema: unknown): Record<string, unknown> {
  const { properties = {} } = Object(schema) as Schema;
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [name, EXAMPLES[String(type)] ?? 'text']),
  );
}

/** What a form has in its fields before anybody enters something; a value of its type for what is required. */
export function defaultsOf({ properties, required = [] }: FormSchema): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { default: given, type }]) => {
      const value = given ?? (required.includes(name) ? EXAMPLES[type] : undefined);
      return value === undefined ? [] : [[name, value as JsonValue]];
    }),
  );
}
