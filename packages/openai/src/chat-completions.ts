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
  ChatCompletionContentPart,
  ChatCompletionFunctionTool,
  ChatCompletionMessage,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { dataUrl, readArguments } from './read-arguments.ts';

/** The tools of the session's current request, for `tools` of a chat completion. */
export async function chatTools(session: SessionHandle): Promise<ChatCompletionFunctionTool[]> {
  return [...(await session.definitions({ format: 'openai' }))];
}

/**
 * Runs the function calls of a message side by side, within one budget, and gives the messages that come
 * after it: one of the role `tool` for each, in their order, and one of the user with their images, which
 * those of tools cannot hold. Never rejects; what was refused or failed is told to the model.
 */
export async function answerChatCalls(
  session: SessionHandle,
  { tool_calls: asked = [] }: Pick<ChatCompletionMessage, 'tool_calls'>,
  options?: ExecuteOptions,
): Promise<ChatCompletionMessageParam[]> {
  const calls = asked.flatMap((call) =>
    call.type === 'function'
      ? [{ id: call.id, name: call.function.name, args: readArguments(call.function.arguments) }]
      : [],
  );
  const results = await session.execute(calls, options);
  const images = results.flatMap(imagesOf);
  return [
    ...results.map(toToolMessage),
    ...(images.length === 0 ? [] : [{ role: 'user', content: images } as const]),
  ];
}

function toToolMessage(result: SessionResult): ChatCompletionMessageParam {
  const content = contentForModel(result).map(describeInText).join('\n');
  return { role: 'tool', tool_call_id: result.id, content };
}

function describeInText(part: ContentPart): string {
  const text = describePart(part);
  return mediaOf(part)?.kind === 'image' ? `${text} (see the next message)` : text;
}

function imagesOf(result: SessionResult): ChatCompletionContentPart[] {
  const images = contentForModel(result).flatMap((part): ChatCompletionContentPart[] => {
    const media = mediaOf(part);
    if (media?.kind !== 'image') return [];
    return [{ type: 'image_url', image_url: { url: dataUrl(media) } }];
  });
  if (images.length === 0) return [];
  return [{ type: 'text', text: `From tool call ${result.id} (${result.name}):` }, ...images];
}
