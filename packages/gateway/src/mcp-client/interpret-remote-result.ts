import type { CallToolResult } from '@modelcontextprotocol/client';
import {
  base64Chars,
  base64CharsOf,
  fail,
  failWith,
  isFiniteJson,
  type JsonValue,
  LIMITS,
  type ResolvedLimits,
  readContentPart,
  type ToolOutcome,
} from '@mortise/contracts';

/** Turns what a server answered into a checked and bounded outcome, part by part. */
export function interpretRemoteResult(result: CallToolResult, limits: ResolvedLimits): ToolOutcome {
  const { content, structuredContent, isError } = result;
  const bytes = sizeOf({ content, structuredContent });
  if (bytes === undefined)
    return fail(
      'result_invalid',
      'The result is nested too deep or has a number that is not finite.',
    );
  // A part of a kind that a later revision brings is left out; the rest of the result stands.
  const parts = content.flatMap((part) => readContentPart(part) ?? []);
  const media = base64CharsOf(parts);
  const { resultBytes, mediaBytes } = limits;
  if (bytes - media > resultBytes || media > base64Chars(mediaBytes)) {
    const message = `The result has ${bytes} bytes; at most ${resultBytes} are taken, and ${mediaBytes} of media.`;
    return fail('result_too_large', message);
  }
  const outcome: ToolOutcome =
    isError === true ? failWith(parts, limits) : { status: 'ok', content: parts };
  // Measured above: it is plain data of bounded depth.
  return structuredContent === undefined
    ? outcome
    : { ...outcome, structured: structuredContent as JsonValue };
}

function sizeOf(value: object): number | undefined {
  if (!isFiniteJson(value, LIMITS.argumentDepth.ceiling)) return undefined;
  return Buffer.byteLength(JSON.stringify(value));
}
