import { type Static, type TProperties, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;
const Path = Type.String({ minLength: 1, maxLength: 10_000 });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Encoding = Type.Union([Type.Literal('utf8'), Type.Literal('base64')]);
const options = <Properties extends TProperties>(properties: Properties) =>
  Type.Optional(Type.Object(properties, closed));

export const ReadInput = Type.Object(
  {
    path: Path,
    options: options({
      encoding: Type.Optional(Encoding),
      offset: Type.Optional(Count),
      length: Type.Optional(Count),
    }),
  },
  closed,
);
export const WriteInput = Type.Object(
  {
    path: Path,
    content: Type.String(),
    options: options({
      encoding: Type.Optional(Encoding),
      exclusive: Type.Optional(Type.Boolean()),
    }),
  },
  closed,
);
export const ListInput = Type.Object(
  {
    path: Path,
    options: options({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }),
  },
  closed,
);
export const PathInput = Type.Object({ path: Path }, closed);

export type ReadInput = Static<typeof ReadInput>;
export type WriteInput = Static<typeof WriteInput>;
export type ListInput = Static<typeof ListInput>;
export type PathInput = Static<typeof PathInput>;
