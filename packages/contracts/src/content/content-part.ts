import type { JsonValue } from '../json.ts';

/** For whom a part is and how much it matters, in the shape of MCP. */
export interface PartAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  /** From 0 to 1. */
  readonly priority?: number;
  /** ISO 8601. */
  readonly lastModified?: string;
}

/** What a field of a part is, and its type. */
export interface FieldKinds {
  /** A model reads it: its characters count, and what is over a cap is cut off. */
  readonly text: string;
  /** A model reads it: its characters count. Half of it would be another; it stays whole or its part goes. */
  readonly label: string;
  /** Media: its bytes have a limit of their own. */
  readonly base64: string;
  readonly count: number;
  /** For programs, not for models, like all of `_meta`. */
  readonly annotations: PartAnnotations;
  readonly json: { readonly [key: string]: JsonValue };
}

export type FieldKind = keyof FieldKinds;

/** A kind, with a `?` if the field may be absent, or the shapes that an object in it may have. */
export type FieldSpec = FieldKind | `${FieldKind}?` | readonly FieldSpecs[];
export interface FieldSpecs {
  readonly [field: string]: FieldSpec;
}

const EVERY_PART = { annotations: 'annotations?', _meta: 'json?' } as const;
const EVERY_RESOURCE = { uri: 'label', mimeType: 'label?', _meta: 'json?' } as const;

/**
 * Every kind of content part, once, in the shape that MCP and model APIs share. Its type, how it is
 * read from guests, servers and core tools, what of it counts, is redacted and may be cut, come from
 * this table. Plain data: guests use it, too.
 */
export const CONTENT_PARTS = {
  text: { text: 'text', ...EVERY_PART },
  image: { data: 'base64', mimeType: 'label', ...EVERY_PART },
  audio: { data: 'base64', mimeType: 'label', ...EVERY_PART },
  /** A pointer to something the client may fetch itself; the host never follows it. */
  resource_link: {
    ...{ uri: 'label', name: 'label', title: 'label?', description: 'text?' },
    ...{ mimeType: 'label?', size: 'count?', ...EVERY_PART },
  },
  /** A document that comes along. */
  resource: {
    resource: [
      { ...EVERY_RESOURCE, text: 'text' },
      { ...EVERY_RESOURCE, blob: 'base64' },
    ],
    ...EVERY_PART,
  },
} as const satisfies { readonly [type: string]: FieldSpecs };

export type ContentPartType = keyof typeof CONTENT_PARTS;

/** One piece of what a tool answers. */
export type ContentPart = {
  readonly [Type in ContentPartType]: { readonly type: Type } & Fields<
    (typeof CONTENT_PARTS)[Type]
  >;
}[ContentPartType];

export type TextPart = Extract<ContentPart, { readonly type: 'text' }>;

type Fields<Specs extends FieldSpecs> = {
  readonly [Name in keyof Specs as Specs[Name] extends `${FieldKind}?` ? never : Name]: FieldValue<
    Specs[Name]
  >;
} & {
  readonly [Name in keyof Specs as Specs[Name] extends `${FieldKind}?` ? Name : never]?: FieldValue<
    Specs[Name]
  >;
};

type FieldValue<Spec extends FieldSpec> = Spec extends FieldKind
  ? FieldKinds[Spec]
  : Spec extends `${infer Kind extends FieldKind}?`
    ? FieldKinds[Kind]
    : Spec extends readonly (infer Shape extends FieldSpecs)[]
      ? AnyOf<Shape>
      : never;

type AnyOf<Shape extends FieldSpecs> = Shape extends FieldSpecs ? Fields<Shape> : never;
