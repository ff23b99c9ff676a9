/**
 * The type of the values that a JSON Schema describes, if the schema is a literal (`as const`): its
 * types, properties, items, enumerations, alternatives and references into itself. Keywords that only
 * narrow further (`not`, `if`, `pattern`, limits) leave the type as it is; what cannot be told from the
 * type of the schema is `unknown`, never `any`.
 */
export type FromJsonSchema<Schema> = Describe<Schema, Schema>;

/** Each keyword says something by itself; a value must fit all of them. `Root` is where references begin. */
type Describe<Schema, Root> = Schema extends boolean
  ? Schema extends true
    ? unknown
    : never
  : FromReference<Schema, Root> &
      FromValues<Schema> &
      (Schema extends { readonly type: infer Type } ? FromType<Type, Schema, Root> : unknown) &
      FromAlternatives<Schema, 'anyOf', Root> &
      FromAlternatives<Schema, 'oneOf', Root> &
      (Schema extends { readonly allOf: readonly [...infer Parts] }
        ? FromAll<Parts, Root>
        : unknown);

type FromReference<Schema, Root> = Schema extends { readonly $ref: infer Target }
  ? Target extends '#'
    ? Describe<Root, Root>
    : Target extends `#/${infer Place extends '$defs' | 'definitions'}/${infer Name}`
      ? Root extends { readonly [Key in Place]: { readonly [Key in Name]: infer Found } }
        ? Describe<Found, Root>
        : unknown
      : unknown
  : unknown;

type FromValues<Schema> = (Schema extends { readonly const: infer Value } ? Value : unknown) &
  (Schema extends { readonly enum: readonly (infer Value)[] } ? Value : unknown);

type FromAlternatives<Schema, Keyword extends 'anyOf' | 'oneOf', Root> = Schema extends {
  readonly [Key in Keyword]: readonly (infer Each)[];
}
  ? FromEach<Each, Root>
  : unknown;

type FromEach<Schema, Root> = Schema extends unknown ? Describe<Schema, Root> : never;

type FromAll<Parts extends readonly unknown[], Root> = Parts extends readonly [
  infer First,
  ...infer Others,
]
  ? Describe<First, Root> & FromAll<Others, Root>
  : unknown;

/** The names of types that say all there is to say. */
interface PlainTypes {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}

type FromType<Type, Schema, Root> = Type extends readonly (infer Each)[]
  ? FromType<Each, Schema, Root>
  : Type extends keyof PlainTypes
    ? PlainTypes[Type]
    : Type extends 'array'
      ? FromList<Schema, Root>
      : Type extends 'object'
        ? FromObject<Schema, Root>
        : unknown;

type FromList<Schema, Root> = Schema extends { readonly prefixItems: readonly [...infer First] }
  ? FromTuple<Schema, First, Root>
  : Schema extends { readonly items: infer Items }
    ? Describe<Items, Root>[]
    : unknown[];

/** Items by place are there only if the schema asks for so many. */
type FromTuple<Schema, First extends readonly unknown[], Root> = Schema extends {
  readonly minItems: First['length'];
}
  ? [...Places<First, Root>, ...Further<Schema, Root>]
  : [...Partial<Places<First, Root>>, ...Further<Schema, Root>];

type Places<Schemas extends readonly unknown[], Root> = {
  -readonly [Place in keyof Schemas]: Describe<Schemas[Place], Root>;
};

type Further<Schema, Root> = Schema extends { readonly items: infer Items }
  ? Items extends false
    ? []
    : Describe<Items, Root>[]
  : unknown[];

type FromObject<Schema, Root> = Schema extends { readonly properties: infer Properties }
  ? Flat<
      {
        -readonly [Name in keyof Properties as Name extends RequiredOf<Schema>
          ? Name
          : never]-?: Describe<Properties[Name], Root>;
      } & {
        -readonly [Name in keyof Properties as Name extends RequiredOf<Schema>
          ? never
          : Name]?: Describe<Properties[Name], Root>;
      } & { [Name in Exclude<RequiredOf<Schema>, keyof Properties>]: unknown }
    >
  : Schema extends { readonly additionalProperties: infer Values }
    ? { [name: string]: Describe<Values, Root> }
    : { [name: string]: unknown };

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] }
  ? Extract<Name, string>
  : never;

type Flat<Value> = { [Name in keyof Value]: Value[Name] };
