import type { ContentPart, EmbeddedResource } from '@mortise/contracts';

export interface InterpretedContent {
  /** The text parts, one after the other. */
  readonly text: string;
  /** The parts that are not text. */
  readonly media: readonly ContentPart[];
  readonly problem?: string;
}

/** Splits content parts into what counts as characters and what does not; names the first bad part. */
export function interpretContent(parts: readonly unknown[]): InterpretedContent {
  const texts: string[] = [];
  const media: ContentPart[] = [];
  for (const [index, part] of parts.entries()) {
    if (typeof part !== 'object' || part === null) return bad(index);
    const fields: { readonly [key: string]: unknown } = { ...part };
    if (fields['type'] === 'text' && typeof fields['text'] === 'string') texts.push(fields['text']);
    else if (isMedia(fields)) media.push(Object.freeze(fields) as unknown as ContentPart);
    else {
      const resource = fields['type'] === 'resource' && copyResource(fields['resource']);
      if (!resource) return bad(index);
      media.push(Object.freeze({ type: 'resource', resource }));
    }
  }
  return { text: texts.join('\n'), media };
}

function isMedia(fields: { readonly [key: string]: unknown }): boolean {
  switch (fields['type']) {
    case 'image':
    case 'audio':
      return typeof fields['data'] === 'string' && typeof fields['mimeType'] === 'string';
    case 'resource_link':
      return typeof fields['uri'] === 'string' && typeof fields['name'] === 'string';
    default:
      return false;
  }
}

/** A copy of the fields it may have, or nothing if it is no resource. */
function copyResource(resource: unknown): EmbeddedResource | undefined {
  if (typeof resource !== 'object' || resource === null) return undefined;
  const { uri, mimeType, text, blob }: { readonly [key: string]: unknown } = { ...resource };
  if (typeof uri !== 'string') return undefined;
  const base = { uri, ...(typeof mimeType === 'string' ? { mimeType } : {}) };
  if (typeof text === 'string') return Object.freeze({ ...base, text });
  return typeof blob === 'string' ? Object.freeze({ ...base, blob }) : undefined;
}

function bad(index: number): InterpretedContent {
  return { text: '', media: [], problem: `Part ${index} of \`content\` is not a content part.` };
}
