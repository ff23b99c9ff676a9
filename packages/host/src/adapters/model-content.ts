import type { ContentPart } from '@mortise/contracts';
import type { SessionProblem, SessionResult } from '../assembly/session-call.ts';

/**
 * What a model reads of a result, for any API: the parts of a success, its structured value as text if
 * there is nothing else, and of a problem its code and what to do next before the parts that the tool gave.
 */
export function contentForModel(result: SessionResult): readonly ContentPart[] {
  if (!result.ok) return problemContent(result);
  const parts = result.content.filter((part) => part.type !== 'text' || part.text !== '');
  if (parts.length > 0) return parts;
  const text = result.structured === undefined ? '' : JSON.stringify(result.structured);
  return [{ type: 'text', text }];
}

/** Media in a form that every model API of today takes; the data is in base64. */
export type ModelMedia =
  | { readonly kind: 'image'; readonly mimeType: ImageType; readonly data: string }
  | {
      readonly kind: 'pdf';
      readonly mimeType: typeof PDF;
      readonly data: string;
      readonly uri: string;
    };

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
const PDF = 'application/pdf';
type ImageType = (typeof IMAGE_TYPES)[number];

/** A part that is an image or a PDF, embedded documents too; `undefined` if it is something else. */
export function mediaOf(part: ContentPart): ModelMedia | undefined {
  if (part.type === 'image') return imageOf(part.mimeType, part.data);
  if (part.type !== 'resource' || !('blob' in part.resource)) return undefined;
  const { mimeType, blob, uri } = part.resource;
  if (mimeType?.toLowerCase() === PDF) return { kind: 'pdf', mimeType: PDF, data: blob, uri };
  return imageOf(mimeType, blob);
}

function imageOf(mimeType: string | undefined, data: string): ModelMedia | undefined {
  const known = IMAGE_TYPES.find((each) => each === mimeType?.toLowerCase());
  return known && { kind: 'image', mimeType: known, data };
}

/** Code and hint come first; parts that the tool gave stay as they are and in their order. */
function problemContent({ code, message, hint, content = [] }: SessionProblem): ContentPart[] {
  const isOnlyText = content.every(isBareText);
  const text = isOnlyText ? `${code}: ${message}\nHint: ${hint}` : `${code}\nHint: ${hint}`;
  return [{ type: 'text', text }, ...(isOnlyText ? [] : content)];
}

function isBareText(part: ContentPart): boolean {
  return part.type === 'text' && part.annotations === undefined && part._meta === undefined;
}
