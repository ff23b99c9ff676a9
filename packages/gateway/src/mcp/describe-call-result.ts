import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { ContentPart } from '@mortise/contracts';
import type { SessionResult } from '@mortise/host';

/** How a call ended, for an MCP client. A problem names its code and what to do next, for the model to read. */
export function describeCallResult(result: SessionResult): CallToolResult {
  const structured =
    result.structured === undefined ? {} : { structuredContent: result.structured };
  if (result.ok) return { content: contentOf(result), ...structured };
  const text = `${result.code}: ${result.message}\nHint: ${result.hint}`;
  return { content: [{ type: 'text', text }], isError: true, ...structured };
}

function contentOf(result: Extract<SessionResult, { ok: true }>): ContentBlock[] {
  const parts = result.content.filter((part) => part.type !== 'text' || part.text !== '');
  if (parts.length > 0) return parts.map(describePart);
  // Clients that know no structured content get it as text.
  const text = result.structured === undefined ? '' : JSON.stringify(result.structured);
  return [{ type: 'text', text }];
}

/** Field by field: a part may carry more than it should, and all of it would go out. */
function describePart(part: ContentPart): ContentBlock {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
    case 'audio':
      return { type: part.type, data: part.data, mimeType: part.mimeType };
    case 'resource_link': {
      const { type, uri, name, mimeType } = part;
      return { type, uri, name, ...(mimeType === undefined ? {} : { mimeType }) };
    }
    case 'resource':
      return { type: 'resource', resource: { ...part.resource } };
    default:
      return part satisfies never;
  }
}
