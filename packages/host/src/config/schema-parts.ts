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

/** An object with exactly these keys. */
export const closed = { additionalProperties: false } as const;

export const selectors = (description: string) =>
  Type.Array(
    Type.String({
      description:
        'A tool name, `prefix*`, `*`, `plugin:<id>`, `category:<name>`, `toolset:<name>`, `group:<name>` or `mcp:<server>`.',
    }),
    { description },
  );

export const names = (description: string) => Type.Array(Type.String(), { description });

export const anything = (description: string) => Type.Unknown({ description });
