import type {
  CompleteResult,
  ContentBlock,
  GetPromptResult,
  PromptMessage,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
import { type ContentPart, ownUris, PROMPT_ROLE, type ToolEntry } from '@mortise/contracts';
import { contentsOfPart, type SessionSuccess } from '@mortise/host';

/** What a prompt answered, as a conversation. */
export function describeMessages({ content, structured }: SessionSuccess): GetPromptResult {
  const description = isRecord(structured) ? structured['description'] : undefined;
  return {
    ...(typeof description === 'string' ? { description } : {}),
    messages: content.map(describeMessage),
  };
}

function describeMessage(part: ContentPart): PromptMessage {
  const { [PROMPT_ROLE]: role, ...meta } = part._meta ?? {};
  const { _meta, ...rest } = part;
  const shown = Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
  // Parts have the names and forms of MCP.
  return { role: role === 'assistant' ? 'assistant' : 'user', content: shown as ContentBlock };
}

/** What a resource answered. Its contents have the address that was asked for, or another of the same owner. */
export function describeContents(
  { content }: SessionSuccess,
  uri: string,
  entry: ToolEntry,
): ReadResourceResult {
  // An empty text says something only where it is all there is.
  const parts = content.filter((part) => part.type !== 'text' || part.text !== '');
  const said = parts.length === 0 ? content : parts;
  return { contents: said.flatMap((part) => contentOf(part, uri, entry) ?? []) };
}

type Content = ReadResourceResult['contents'][number];

function contentOf(part: ContentPart, uri: string, entry: ToolEntry): Content | undefined {
  const contents = contentsOfPart(part);
  if (contents === undefined) return undefined;
  const { uri: named = uri, mimeType = entry.mimeType, ...rest } = contents;
  const type = mimeType === undefined ? {} : { mimeType };
  // It lacks only `readonly`.
  return { uri: isOwn(named, entry) ? named : uri, ...type, ...rest } as Content;
}

function isOwn(uri: string, { origin }: ToolEntry): boolean {
  switch (origin.kind) {
    case 'core':
      return uri !== '';
    case 'extension':
      return uri.startsWith(ownUris(origin.id));
    // What runs the resources of a server has put its addresses under the server's.
    case 'mcp':
      return uri.startsWith('mortise://');
    default:
      return origin satisfies never;
  }
}

const MOST_VALUES = 100;

/** What a completion answered; any list that is none is empty. */
export function readCompletion({ structured }: SessionSuccess): CompleteResult {
  const { values, total, hasMore } = isRecord(structured) ? structured : {};
  const texts = Array.isArray(values) ? values.filter((each) => typeof each === 'string') : [];
  const isCount = typeof total === 'number' && Number.isSafeInteger(total) && total >= 0;
  return {
    completion: {
      values: texts.slice(0, MOST_VALUES),
      ...(isCount ? { total } : {}),
      ...(typeof hasMore === 'boolean' ? { hasMore } : {}),
    },
  };
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
