import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';

/**
 * A map with names chosen by the operator. Not `Type.Record`: its pattern `^(.*)$` does not match a
 * key with a line break, and what does not match is not checked.
 */
export function mapOf<Value extends TSchema>(
  value: Value,
  description: string,
): TUnsafe<{ readonly [name: string]: Static<Value> }> {
  return Type.Unsafe(Type.Object({}, { additionalProperties: value, description }));
}

/** A list that is only read, so that a literal `as const` fits its type, too. */
export function listOf<Item extends TSchema>(
  item: Item,
  description: string,
): TUnsafe<readonly Static<Item>[]> {
  return Type.Unsafe(Type.Array(item, { description }));
}

/** An object with exactly these keys. */
export const closed = { additionalProperties: false } as const;

export const selectorList = (description: string) =>
  listOf(
    Type.String({
      description:
        'A tool name, `prefix*`, `*`, `plugin:<id>`, `category:<name>`, `toolset:<name>`, `group:<name>` or `mcp:<server>`.',
    }),
    description,
  );

export const names = (description: string) => listOf(Type.String(), description);

const Overrides = Type.Union([mapOf(Type.Unknown(), 'Values for the tool, by key.'), Type.Null()], {
  description: 'What the configuration says to the tool; a value may be { "$secret": "NAME" }.',
});

/** A name, or one key with overrides. */
export const ToolReference = Type.Union(
  [
    Type.String({ description: 'The name of a tool.' }),
    mapOf(Overrides, 'One key, the name of a tool, with overrides for it.'),
  ],
  { description: 'A tool name, or { name: overrides }.' },
);
export type ToolReference = Static<typeof ToolReference>;

export const toolList = (description: string) => listOf(ToolReference, description);
