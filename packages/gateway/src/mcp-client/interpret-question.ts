import type { CreateMessageRequestParams, ElicitRequestParams } from '@modelcontextprotocol/client';
import { CapabilityRefusal } from '@mortise/contracts';

/** A form of a server in the words of `ctx.user.elicit`; the broker decides what may be in it. Throws a refusal for an address to open. */
export function readForm(params: ElicitRequestParams): object {
  if (params.mode === 'url')
    throw cannot('A server may ask with a form; addresses to open are not passed on.');
  const { message, requestedSchema } = params;
  // Libraries write `$schema` and `additionalProperties` beside what MCP has.
  const { type, properties, required } = requestedSchema;
  return {
    message,
    schema: { type, properties, ...(required === undefined ? {} : { required }) },
  };
}

/**
 * A request for a model in the words of `ctx.model.sample`. Throws a refusal for what would be lost: pictures, sound and
 * tools. Wishes for a model or for context of the client are left out: the client decides.
 */
export function readPrompt(params: CreateMessageRequestParams): object {
  const { messages, maxTokens, systemPrompt, temperature, stopSequences, tools } = params;
  if (tools !== undefined && tools.length > 0)
    throw cannot('A server may have a model write; tools are not passed on.');
  return {
    request: {
      messages: messages.map(({ role, content }) => ({ role, text: textOf(content) })),
      maxTokens,
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(stopSequences === undefined ? {} : { stopSequences }),
    },
  };
}

type Content = CreateMessageRequestParams['messages'][number]['content'];

function textOf(content: Content): string {
  const parts = Array.isArray(content) ? content : [content];
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (texts.length < parts.length) throw cannot('Only texts are passed on to a model.');
  return texts.join('\n');
}

function cannot(message: string): CapabilityRefusal {
  return new CapabilityRefusal('capability_failed', message);
}
