import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { ContentPart } from '@mortise/contracts';
import { contentForModel, isPartOfMcp, type SessionResult } from '@mortise/host';

/** How a call ended, for an MCP client. A problem names its code and what to do next, for the model to read. */
export function describeCallResult(result: SessionResult): CallToolResult {
  const { structured } = result;
  return {
    content: describeParts(contentForModel(result)),
    ...(result.ok ? {} : { isError: true }),
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...describeWait(result),
  };
}

/** Under this name a client that reads it finds how long to wait; the text says it, too. */
export const RETRY_AFTER_META = 'dev.mortise/retryAfterMs';

function describeWait(result: SessionResult): Pick<CallToolResult, '_meta'> {
  if (result.ok || result.retryAfterMs === undefined) return {};
  return { _meta: { [RETRY_AFTER_META]: result.retryAfterMs } };
}

function describeParts(parts: readonly ContentPart[]): ContentBlock[] {
  // Read as content parts, they have no field but those of the table; MCP's types only lack `readonly`.
  return parts.filter(isPartOfMcp) as ContentBlock[];
}
