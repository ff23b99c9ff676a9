import {
  type CreateMessageRequestParamsBase,
  type ElicitRequestFormParams,
  type InputResponses,
  inputResponse,
} from '@modelcontextprotocol/server';
import {
  CapabilityRefusal,
  type ModelAnswer,
  type ModelRequest,
  type UserAnswer,
  type UserQuestion,
} from '@mortise/contracts';

/** What a client sent as its answers, by the names of what it was asked. */
export type RawResponses = Readonly<Record<string, unknown>>;

/** A question of a tool as MCP has it. */
export function formParams({ message, schema }: UserQuestion): ElicitRequestFormParams {
  // The host has made sure that it is a form of MCP.
  return { mode: 'form', message, requestedSchema: schema as never };
}

/** A request for the model as MCP has it. Whose it is stands in its metadata, too. */
export function samplingParams(request: ModelRequest): CreateMessageRequestParamsBase {
  const { origin, messages, maxTokens, systemPrompt, temperature, stopSequences } = request;
  return {
    messages: messages.map(({ role, text }) => ({ role, content: { type: 'text', text } })),
    maxTokens,
    includeContext: 'none',
    metadata: {
      ...(origin.server === undefined
        ? { 'dev.mortise/extension': origin.extensionId }
        : { 'dev.mortise/server': origin.server }),
      'dev.mortise/tool': origin.toolName,
    },
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences === undefined ? {} : { stopSequences: [...stopSequences] }),
  };
}

/** What a client answered for its user; the host holds it to the form. */
export function readUserAnswer(
  responses: RawResponses | undefined,
  key: string,
): UserAnswer | undefined {
  const response = inputResponse(responses as InputResponses | undefined, key);
  if (response.kind !== 'elicit') return undefined;
  const { action, content } = response;
  return { action, ...(content === undefined ? {} : { content: content as never }) };
}

/** What a client answered for its model. */
export function readModelAnswer(
  responses: RawResponses | undefined,
  key: string,
): ModelAnswer | undefined {
  const response = inputResponse(responses as InputResponses | undefined, key);
  return response.kind === 'sampling' ? modelAnswerOf(response.result) : undefined;
}

/** Texts of the answer, one after the other. Throws a refusal for one that has none. */
export function modelAnswerOf(rawResult: unknown): ModelAnswer {
  const { content, model, stopReason } = Object(rawResult) as Readonly<Record<string, unknown>>;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  const texts = blocks.flatMap((block) => {
    const { type, text } = Object(block) as Readonly<Record<string, unknown>>;
    return type === 'text' && typeof text === 'string' ? [text] : [];
  });
  if (texts.length === 0)
    throw new CapabilityRefusal('capability_failed', 'The answer of the model has no text.');
  return {
    text: texts.join(''),
    model: typeof model === 'string' ? model : '',
    ...(typeof stopReason === 'string' ? { stopReason } : {}),
  };
}
