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
