/** What a form has no use for, or what would run a stranger's pattern in the operator's browser. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'pattern',
  'patternProperties',
  'format',
  '$id',
  '$schema',
]);

/** Deeper than any form; what is below is a text field for JSON. */
const MOST_DEEP = 12;

/** A schema from outside as a form may read it. */
export function plainSchema(schema: unknown, depth = 0): unknown {
  if (Array.isArray(schema)) return schema.map((each) => plainSchema(each, depth));
  if (typeof schema !== 'object' || schema === null) return schema;
  if (depth > MOST_DEEP) return {};
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !LEFT_OUT.has(key) || typeof value === 'object')
      .filter(([key]) => key !== 'patternProperties')
      .map(([key, value]) => [key, plainSchema(value, depth + 1)]),
  );
}
