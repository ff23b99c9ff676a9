import {
  type ContentPart,
  contentForModel,
  describePart,
  mediaOf,
  type SessionResult,
} from '@mortise/host';

type Block =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'file'; source_type: 'base64'; mime_type: string; data: string };

/** What a model reads of a result: one text, or blocks if there are images or PDFs among the parts. */
export function toMessageContent(result: SessionResult): string | Block[] {
  const content = contentForModel(result);
  if (!content.some(mediaOf)) return content.map(describePart).join('\n');
  return content.map(toBlock);
}

function toBlock(part: ContentPart): Block {
  const media = mediaOf(part);
  if (media === undefined) return { type: 'text', text: describePart(part) };
  const { kind, mimeType, data } = media;
  // The form of images that the integrations of all providers read, old ones too.
  if (kind === 'image')
    return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } };
  return { type: 'file', source_type: 'base64', mime_type: mimeType, data };
}
