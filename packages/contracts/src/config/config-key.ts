import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import type { ConfigReference, ConfigSelector, ConfiguredTool } from './config-parts.ts';
import { closed, names, selectorList, toolList } from './config-schemas.ts';

/**
 * One key of a configuration file, declared once: the schema of editors and of the check, the type
 * in `HostConfig`, the way it is read and every spelling of it come from here.
 */
export interface ConfigKey<
  Form extends ConfigForm = ConfigForm,
  Schema extends TSchema = TSchema,
  Spelling extends string = string,
> {
  readonly form: Form;
  readonly schema: Schema;
  /** The first one is what messages say where the file does not have the key. */
  readonly spellings: readonly [Spelling, ...(readonly Spelling[])];
  readonly isRequired?: boolean;
  /** What an absent key means. */
  readonly fallback?: unknown;
}

/**
 * What reading makes of the value: the value itself, a list or a name with places, `kept` for
 * metadata that is not interpreted, `own` for what a reader of its own turns into something else.
 */
export type ConfigForm = keyof ReadForms | 'value' | 'kept' | 'own';

interface ReadForms {
  readonly selectors: readonly ConfigSelector[];
  readonly references: readonly ConfigReference[];
  readonly reference: ConfigReference;
  readonly tools: readonly ConfiguredTool[];
}

/** The keys of one part of the file, by the name each has in `HostConfig`. */
export type ConfigKeys = { readonly [name: string]: ConfigKey };

type Spellings<Spelling extends string> = readonly [Spelling, ...(readonly Spelling[])];

/** A list of selectors. */
export function selectors<const Spelling extends string>(
  spellings: Spellings<Spelling>,
  description: string,
) {
  return { form: 'selectors', schema: selectorList(description), spellings } as const;
}

/** A list of names or patterns that is no list of tools. */
export function texts<const Spelling extends string>(
  spellings: Spellings<Spelling>,
  description: string,
) {
  return { form: 'selectors', schema: names(description), spellings } as const;
}

/** Names that must match exactly. */
export function references<const Spelling extends string>(
  spellings: Spellings<Spelling>,
  description: string,
) {
  return { form: 'references', schema: names(description), spellings } as const;
}

/** One name, folded where it is looked up. */
export function reference<const Spelling extends string>(
  spellings: Spellings<Spelling>,
  description: string,
) {
  return { form: 'reference', schema: Type.String({ description }), spellings } as const;
}

/** Tools with overrides. */
export function tools<const Spelling extends string>(
  spellings: Spellings<Spelling>,
  description: string,
) {
  return { form: 'tools', schema: toolList(description), spellings } as const;
}

/** A value that is taken as it is written. */
export function value<const Spelling extends string, Schema extends TSchema>(
  spellings: Spellings<Spelling>,
  schema: Schema,
) {
  return { form: 'value', schema, spellings } as const;
}

/** A value that is there even if the file says nothing. */
export function valueOr<const Spelling extends string, Schema extends TSchema>(
  spellings: Spellings<Spelling>,
  schema: Schema,
  fallback: Static<Schema>,
) {
  return { form: 'value', schema, spellings, fallback } as const;
}

/** A value without which its part cannot be read. */
export function required<const Spelling extends string, Schema extends TSchema>(
  spelling: Spelling,
  schema: Schema,
) {
  return { form: 'value', schema, spellings: [spelling] as const, isRequired: true } as const;
}

/** Kept as metadata of its part, never interpreted. */
export function kept<const Spelling extends string>(
  spellings: Spellings<Spelling>,
  description: string,
) {
  return { form: 'kept', schema: Type.Unknown({ description }), spellings } as const;
}

/** Read by code of its own. */
export function own<const Spelling extends string, Schema extends TSchema>(
  spellings: Spellings<Spelling>,
  schema: Schema,
) {
  return { form: 'own', schema, spellings } as const;
}

/**
 * A part of the file as it is written. One object type, not two that are joined: `{} & …` would take
 * anything, a list for example, where all keys may be absent.
 */
export type WrittenKeys<Keys extends ConfigKeys> = Joined<
  {
    readonly [Name in keyof Keys as Keys[Name] extends { readonly isRequired: true }
      ? Keys[Name]['spellings'][number]
      : never]: Static<Keys[Name]['schema']>;
  } & {
    readonly [Name in keyof Keys as Keys[Name] extends { readonly isRequired: true }
      ? never
      : Keys[Name]['spellings'][number]]?: Static<Keys[Name]['schema']>;
  }
>;

type Joined<Both> = { readonly [Name in keyof Both]: Both[Name] };

type ReadAs<Key extends ConfigKey> = Key['form'] extends keyof ReadForms
  ? ReadForms[Key['form']]
  : Static<Key['schema']>;

type Unread = { readonly form: 'kept' | 'own' };
type Certain = { readonly isRequired: true } | { readonly fallback: unknown };

/** The same part as `HostConfig` has it: what was read, and where each key was written. */
export type ReadKeys<Keys extends ConfigKeys> = {
  readonly [Name in keyof Keys as Keys[Name] extends Unread
    ? never
    : Keys[Name] extends Certain
      ? Name
      : never]: ReadAs<Keys[Name]>;
} & {
  readonly [Name in keyof Keys as Keys[Name] extends Unread | Certain ? never : Name]?: ReadAs<
    Keys[Name]
  >;
} & {
  /** Config path of each key that the file spells otherwise than first; see `keyPath`. */
  readonly written?: { readonly [Name in keyof Keys]?: string };
};

/** Where a key of a part stands, in the spelling of the file, or where it would stand. */
export function keyPath<Keys extends ConfigKeys>(
  keys: Keys,
  part: { readonly path: string; readonly written?: { readonly [name: string]: string } },
  name: keyof Keys & string,
): string {
  return part.written?.[name] ?? `${part.path}.${keys[name]?.spellings[0] ?? name}`;
}

/** The schema of a part that has these keys and no others. */
export function objectOf<Keys extends ConfigKeys>(
  keys: Keys,
  description: string,
): TUnsafe<WrittenKeys<Keys>> {
  const properties = Object.values(keys).flatMap(({ spellings, schema, isRequired }) =>
    spellings.map((spelling, at): [string, TSchema] => {
      const [first] = spellings;
      const spelled = at === 0 ? schema : withDescription(schema, first);
      return [spelling, isRequired === true ? spelled : Type.Optional(spelled)];
    }),
  );
  return Type.Unsafe(Type.Object(Object.fromEntries(properties), { ...closed, description }));
}

function withDescription(schema: TSchema, first: string): TSchema {
  return { ...schema, description: `Another spelling of \`${first}\`.` };
}
