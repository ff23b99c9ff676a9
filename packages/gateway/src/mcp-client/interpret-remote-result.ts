import type { CallToolResult } from '@modelcontextprotocol/client';
import {
  fail,
  failWith,
  isFiniteJson,
  type JsonValue,
  LIMITS,
  readContentPart,
  resolveLimits,
  type ToolOutcome,
} from '@mortise/contracts';

const STANDARD = resolveLimits();

/** Turns what a server answered into a checked and bounded outcome, part by part. */
export function interpretRemoteResult(result: CallToolResult, maxBytes: number): ToolOutcome {
  const { content, structuredContent, isError } = result;
  const bytes = sizeOf({ content, structuredContent });
  if (bytes === undefined)
    return fail(
      'result_invalid',
      'The result is nested too deep or has a number that is not finite.',
    );
  if (bytes > maxBytes)
    return fail(
      'result_too_large',
      `The result has ${bytes} bytes; at most ${maxBytes} are taken.`,
    );
  // A part of a kind that a later revision brings is left out; the rest of the result stands.
  const parts = content.flatMap((part) => readContentPart(part) ?? []);
  const outcome: ToolOutcome =
    isError === true ? failWith(parts, STANDARD) : { status: 'ok', content: parts };
  // Measured above: it is plain data of bounded depth.
  return structuredContent === undefined
    ? outcome
    : { ...outcome, structured: structuredContent as JsonValue };
}

function sizeOf(value: object): number | undefined {
  if (!isFiniteJson(value, LIMITS.argumentDepth.ceiling)) return undefined;
  return Buffer.byteLength(JSON.stringify(value));
}
