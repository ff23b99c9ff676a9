import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import {
  type ContentPart,
  isFiniteJson,
  type JsonValue,
  LIMITS,
  type RunReply,
} from '@mortise/contracts';

/** Turns what a server answered into a checked and bounded reply, part by part. */
export function interpretRemoteResult(result: CallToolResult, maxBytes: number): RunReply {
  const { content, structuredContent, isError } = result;
  const bytes = sizeOf({ content, structuredContent });
  if (bytes === undefined)
    return failed(
      'result_invalid',
      'The result is nested too deep or has a number that is not finite.',
    );
  if (bytes > maxBytes) {
    return failed(
      'result_too_large',
      `The result has ${bytes} bytes; at most ${maxBytes} are taken.`,
    );
  }
  return {
    kind: 'returned',
    value: {
      content: content.flatMap((part) => interpretPart(part) ?? []),
      // Measured above: it is plain data of bounded depth.
      ...(structuredContent === undefined ? {} : { structured: structuredContent as JsonValue }),
      ...(isError === true ? { isError: true } : {}),
    },
  };
}

function interpretPart(part: ContentBlock): ContentPart | undefined {
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
    case 'resource': {
      const { uri, mimeType, ...body } = part.resource;
      const base = { uri, ...(mimeType === undefined ? {} : { mimeType }) };
      return 'text' in body
        ? { type: 'resource', resource: { ...base, text: body.text } }
        : { type: 'resource', resource: { ...base, blob: body.blob } };
    }
    // A part of a kind that a later revision brings is left out; the rest of the result stands.
    default:
      return undefined;
  }
}

function sizeOf(value: object): number | undefined {
  if (!isFiniteJson(value, LIMITS.argumentDepth.ceiling)) return undefined;
  return Buffer.byteLength(JSON.stringify(value));
}

function failed(code: 'result_invalid' | 'result_too_large', message: string): RunReply {
  return { kind: 'failed', code, message, effects: 'unknown' };
}
