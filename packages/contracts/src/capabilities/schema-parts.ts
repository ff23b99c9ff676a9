import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { JsonValue } from '../json.ts';

/** What the schemas of capabilities are made of. */
export const closed = { additionalProperties: false } as const;

export const Text = Type.String({ minLength: 1, maxLength: 1_000 });

export const texts = (description: string) => Type.Array(Text, { maxItems: 256, description });

export const bytes = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 8_000_000, description });

export const milliseconds = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 600_000, description });

/** Why an extension asks; shown to the operator. */
export const Reason = Type.Optional(
  Type.String({ maxLength: 500, description: 'Why it asks; the operator reads it.' }),
);

export const Encoding = Type.Union([Type.Literal('utf8'), Type.Literal('base64')]);

export const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const Json = Type.Unsafe<JsonValue>(Type.Unknown());

/** The last argument of an operation: settings, each of which may be left out. */
export const options = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, closed);

export const oneOf = <const Texts extends readonly string[]>(values: Texts, description: string) =>
  Type.Unsafe<Texts[number]>(
    Type.Union(
      values.map((each) => Type.Literal(each)),
      { description },
    ),
  );

export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
