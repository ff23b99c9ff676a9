import {
  type ContentPart,
  contentForModel,
  describePart,
  type ExecuteOptions,
  mediaOf,
  type SessionHandle,
  type SessionResult,
} from '@mortise/host';
import type {
  FunctionTool,
  ResponseFunctionCallOutputItem,
  ResponseInputItem,
  ResponseOutputItem,
} from 'openai/resources/responses/responses';
import { dataUrl, readArguments } from './read-arguments.ts';

/** The tools of the session's current request, for `tools` of a response. */
export async function responseTools(session: SessionHandle): Promise<FunctionTool[]> {
  const definitions = await session.definitions();
  // Strict schemas are a dialect of their own, and the default here; the host checks arguments anyway.
  return definitions.map((definition) => ({ type: 'function', strict: false, ...definition }));
}

/**
 * Runs the function calls of a response side by side, within one budget, and gives their outputs for
 * `input` of the next one, in their order, images and PDFs as such. Never rejects; what was refused or
 * failed is told to the model.
 */
export async function answerResponseCalls(
  session: SessionHandle,
  { output }: { readonly output: readonly ResponseOutputItem[] },
  options?: ExecuteOptions,
): Promise<ResponseInputItem.FunctionCallOutput[]> {
  const calls = output.flatMap((item) =>
    item.type === 'function_call'
      ? [{ id: item.call_id, name: item.name, args: readArguments(item.arguments) }]
      : [],
  );
  const results = await session.execute(calls, options);
  return results.map((result) => ({
    type: 'function_call_output',
    call_id: result.id,
    output: toOutput(result),
  }));
}

function toOutput(result: SessionResult): string | ResponseFunctionCallOutputItem[] {
  const content = contentForModel(result);
  if (!content.some(mediaOf)) return content.map(describePart).join('\n');
  return content.map(toItem);
}

function toItem(part: ContentPart): ResponseFunctionCallOutputItem {
  const media = mediaOf(part);
  if (media === undefined) return { type: 'input_text', text: describePart(part) };
  const url = dataUrl(media);
  if (media.kind === 'image') return { type: 'input_image', detail: 'auto', image_url: url };
  return { type: 'input_file', filename: `${fileName(media.uri)}.pdf`, file_data: url };
}

/** The API wants a name; the last segment of an address, without what a name cannot have. */
function fileName(uri: string): string {
  const last =
    uri
      .split('/')
      .at(-1)
      ?.replace(/\.pdf$/i, '') ?? '';
  return last.replaceAll(/[^\w.-]+/g, '_').slice(0, 100) || 'document';
}
