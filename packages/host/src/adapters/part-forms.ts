import type { ContentPart, ContentPartType } from '@mortise/contracts';

/** A part as the contents of a document; without an address it has that of what was asked for. */
export type PartContents = {
  readonly uri?: string;
  readonly mimeType?: string | undefined;
} & ({ readonly text: string } | { readonly blob: string });

interface PartForms<Part> {
  /** MCP has a word for it, with fields of the same names and forms. */
  readonly isOfMcp: boolean;
  /** For an API that has no form for it: a text itself, for media what and how much it is. */
  asText(part: Part): string;
  /** `undefined` if it only points somewhere. */
  asContents(part: Part): PartContents | undefined;
}

const MEDIA = {
  isOfMcp: true,
  asText: ({ type, mimeType, data }) => describeMedia(type, mimeType, data),
  asContents: ({ mimeType, data: blob }) => ({ mimeType, blob }),
} satisfies PartForms<Extract<ContentPart, { readonly type: 'image' | 'audio' }>>;

/** How each kind of content part is shown outside of a host; what it is stands in its table, `CONTENT_PARTS`. */
const PART_FORMS: {
  readonly [Type in ContentPartType]: PartForms<Extract<ContentPart, { readonly type: Type }>>;
} = {
  text: { isOfMcp: true, asText: ({ text }) => text, asContents: ({ text }) => ({ text }) },
  image: MEDIA,
  audio: MEDIA,
  resource_link: {
    isOfMcp: true,
    asText: ({ name, title = name, uri, description = '' }) =>
      [`${title}: ${uri}`, description].join('\n').trim(),
    asContents: () => undefined,
  },
  resource: {
    isOfMcp: true,
    asText: ({ resource }) => {
      if ('text' in resource) return resource.text;
      return `${resource.uri} ${describeMedia('file', resource.mimeType, resource.blob)}`;
    },
    asContents: ({ resource }) => resource,
  },
};

/** A part as text, for an API that has no form for it. */
export function describePart(part: ContentPart): string {
  return formsOf(part).asText(part);
}

/** A part as the contents of a resource. */
export function contentsOfPart(part: ContentPart): PartContents | undefined {
  return formsOf(part).asContents(part);
}

export function isPartOfMcp(part: ContentPart): boolean {
  return formsOf(part).isOfMcp;
}

// Its forms are those of its own type, which the compiler does not follow through a table.
function formsOf(part: ContentPart): PartForms<ContentPart> {
  return PART_FORMS[part.type] as PartForms<ContentPart>;
}

function describeMedia(kind: string, mimeType = 'unknown type', data: string): string {
  return `[${kind}, ${mimeType}, ${Buffer.byteLength(data, 'base64')} bytes]`;
}
