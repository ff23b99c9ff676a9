import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { ContentPart, ContentPartType } from '@mortise/contracts';
import type { SessionProblem, SessionResult } from '@mortise/host';

/** Kinds of parts that MCP has a word for. Their fields have the names and forms of MCP already. */
const KNOWN_TO_MCP = {
  text: true,
  image: true,
  audio: true,
  resource_link: true,
  resource: true,
} as const satisfies Record<ContentPartType, boolean>;

/** How a call ended, for an MCP client. A problem names its code and what to do next, for the model to read. */
export function describeCallResult(result: SessionResult): CallToolResult {
  const structured =
    result.structured === undefined ? {} : { structuredContent: result.structured };
  if (result.ok) return { content: contentOf(result), ...structured };
  return { content: describeProblem(result), isError: true, ...structured };
}

/** Code and hint come first; parts that the tool gave stay as they are and in their order. */
function describeProblem(result: SessionProblem): ContentBlock[] {
  const { code, message, hint, content = [] } = result;
  const isOnlyText = content.every(isBareText);
  const text = isOnlyText ? `${code}: ${message}\nHint: ${hint}` : `${code}\nHint: ${hint}`;
  return [{ type: 'text', text }, ...(isOnlyText ? [] : describeParts(content))];
}

function isBareText(part: ContentPart): boolean {
  return part.type === 'text' && part.annotations === undefined && part._meta === undefined;
}

function contentOf(result: Extract<SessionResult, { ok: true }>): ContentBlock[] {
  const parts = result.content.filter((part) => part.type !== 'text' || part.text !== '');
  if (parts.length > 0) return describeParts(parts);
  // Clients that know no structured content get it as text.
  const text = result.structured === undefined ? '' : JSON.stringify(result.structured);
  return [{ type: 'text', text }];
}

function describeParts(parts: readonly ContentPart[]): ContentBlock[] {
  // Read as content parts, they have no field but those of the table; MCP's types only lack `readonly`.
  return parts.filter(({ type }) => KNOWN_TO_MCP[type]) as ContentBlock[];
}
