import type { ContentPart } from '@mortise/contracts';

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
    else return bad(index);
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

function bad(index: number): InterpretedContent {
  return { text: '', media: [], problem: `Part ${index} of \`content\` is not a content part.` };
}
