import type {
  ContentBlock,
  DocumentBlockParam,
  ImageBlockParam,
  TextBlockParam,
  Tool,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import {
  type ContentPart,
  contentForModel,
  describePart,
  type ExecuteOptions,
  mediaOf,
  type SessionHandle,
  type SessionResult,
} from '@mortise/host';

/** The tools of the session's current request, for `tools` of a message. */
export async function messageTools(session: SessionHandle): Promise<Tool[]> {
  const definitions = await session.definitions({ format: 'anthropic' });
  // Arguments of a tool are an object; the API wants to read it in so many words.
  return definitions.map((each) => ({
    ...each,
    input_schema: { ...each.input_schema, type: 'object' },
  }));
}

/**
 * Runs the `tool_use` blocks of a message side by side, within one budget, and gives a `tool_result` for
 * each, in their order, for the content of the next user message; images and PDFs as such. Never rejects;
 * what was refused or failed is told to the model.
 */
export async function answerToolUses(
  session: SessionHandle,
  { content }: { readonly content: readonly ContentBlock[] },
  options?: ExecuteOptions,
): Promise<ToolResultBlockParam[]> {
  const calls = content.flatMap((block) =>
    block.type === 'tool_use' ? [{ id: block.id, name: block.name, args: block.input }] : [],
  );
  return (await session.execute(calls, options)).map(toToolResult);
}

function toToolResult(result: SessionResult): ToolResultBlockParam {
  const parts = contentForModel(result);
  // The API takes nothing but text in what is marked as an error; the first text tells the code anyway.
  const isError = !result.ok && !parts.some(mediaOf);
  const content = parts.flatMap(toBlock);
  return {
    type: 'tool_result',
    tool_use_id: result.id,
    content,
    ...(isError ? { is_error: true } : {}),
  };
}

type Block = TextBlockParam | ImageBlockParam | DocumentBlockParam;

/** An empty text is left out: the API refuses it. */
function toBlock(part: ContentPart): Block[] {
  const media = mediaOf(part);
  if (media === undefined) {
    const text = describePart(part);
    return text === '' ? [] : [{ type: 'text', text }];
  }
  const { data } = media;
  if (media.kind === 'image')
    return [{ type: 'image', source: { type: 'base64', media_type: media.mimeType, data } }];
  return [{ type: 'document', source: { type: 'base64', media_type: media.mimeType, data } }];
}
