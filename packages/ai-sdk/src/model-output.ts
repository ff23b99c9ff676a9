import { type ContentPart, describePart, readContentPart } from '@mortise/host';
import type { Tool } from 'ai';

type ModelOutput = Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>>;
type OutputPart = Extract<ModelOutput, { type: 'content' }>['value'][number];

/**
 * What the model reads of an output: images, sounds and files as files, everything else as text. The
 * output may have come back from a browser with the messages of a chat: what is no content is shown as it is.
 */
export function toModelOutput(output: unknown): ModelOutput {
  const content = readContent(output);
  const [first, ...others] = content;
  if (first?.type === 'text' && others.length === 0) return { type: 'text', value: first.text };
  return { type: 'content', value: content.map(describe) };
}

function readContent(output: unknown): readonly ContentPart[] {
  const given: unknown =
    typeof output === 'object' && output !== null && 'content' in output ? output.content : [];
  const parts = Array.isArray(given) ? given.flatMap((each) => readContentPart(each) ?? []) : [];
  return parts.length > 0 ? parts : [{ type: 'text', text: JSON.stringify(output) ?? '' }];
}

function describe(part: ContentPart): OutputPart {
  switch (part.type) {
    case 'image':
    case 'audio':
      return toFile(part.data, part.mimeType);
    case 'resource':
      if (!('blob' in part.resource) || part.resource.mimeType === undefined) return toText(part);
      return toFile(part.resource.blob, part.resource.mimeType);
    default:
      return toText(part);
  }
}

function toText(part: ContentPart): OutputPart {
  return { type: 'text', text: describePart(part) };
}

function toFile(data: string, mediaType: string): OutputPart {
  return { type: 'file', data: { type: 'data', data }, mediaType };
}
